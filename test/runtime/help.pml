/* How lanes of a pipeline are lent (runtime/pipe/help.c), checked exhaustively: two lanes come to layers in iterations 1
 * and 5, RUNS times each, and offer a row of each to a third one if it is free. That one is in iteration 3, and then in
 * iteration 7, and looks for offers while it waits in these. Checked: one lane at a time writes to its ticket, who takes
 * an offer finds in its place who has made it, that one's iteration comes before the taker's own, each row is run exactly
 * once, and a layer is over when its row is.
 *
 * How threads wait at tickets and counters is parking.pml's; here they block. Every memory access is one step, in
 * program order. Offers may be taken back at any time, or not.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DPLAIN_LEND looks whether the lane is free and then takes
 * it, -DLATE_BY writes whose offer it is when it is open, -DLATE_SEAT writes the place then, -DANY_OFFER takes what is open
 * and not what was looked at, -DANY_ITERATION does not look, -DEARLY_BACK gives the lane back before the offer is. */
#ifndef RUNS
#define RUNS 3
#endif

byte ticket = 1; /* even: open */
bool is_lent;
byte by, place;  /* which iteration has made the offer; which lane */
byte turn[2], done[2];

/* What is checked. */
byte offered, times[2];

#define ITERATION(lane) (1 + 4 * lane)

inline open_offer() {
  seen = ticket;
  assert(seen % 2 == 1);
  d_step { offered = me; ticket = seen + 1 }
}

proctype leader(byte me) {
  byte seen, layer;
  do
  :: layer == RUNS -> break
  :: layer < RUNS -> layer++ /* alone */
  :: layer < RUNS ->
     layer++;
#ifdef PLAIN_LEND
     !is_lent;
     is_lent = true;
#else
     atomic { !is_lent -> is_lent = true };
#endif
#ifndef LATE_BY
     by = ITERATION(me);
#endif
#ifndef LATE_SEAT
     place = me;
#endif
     times[me] = 0;
     turn[me]++;
     open_offer();
#ifdef LATE_BY
     by = ITERATION(me);
#endif
#ifdef LATE_SEAT
     place = me;
#endif
#ifdef EARLY_BACK
     is_lent = false;
#endif
     if
     :: atomic { ticket % 2 == 0 -> ticket = ticket + 1 };
        times[me]++
     :: done[me] == turn[me] -> skip
     fi;
     assert(times[me] == 1);
#ifndef EARLY_BACK
     is_lent = false
#endif
  od
}

proctype helper() {
  byte iteration = 3, seen, whose;
  do
  :: iteration == 3 -> iteration = 7
  :: iteration == 7 -> break
  :: ticket % 2 == 0 ->
     seen = ticket;
     whose = by;
     if
#ifdef ANY_ITERATION
     :: seen % 2 == 0 ->
#else
     :: seen % 2 == 0 && whose < iteration ->
#endif
        if
#ifdef ANY_OFFER
        :: atomic { ticket % 2 == 0 -> ticket = ticket + 1 };
#else
        :: atomic { ticket == seen -> ticket = seen + 1 };
#endif
           whose = place;
           assert(whose == offered);
           assert(ITERATION(whose) < iteration);
           times[whose]++;
           assert(times[whose] == 1);
           done[whose] = turn[whose]
#ifdef ANY_OFFER
        :: ticket % 2 == 1 -> skip
#else
        :: ticket != seen -> skip
#endif
        fi
     :: else -> skip
     fi
  od
}

init {
  atomic {
    run leader(0);
    run leader(1);
    run helper()
  }
}
