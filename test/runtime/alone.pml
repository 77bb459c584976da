/* How a pipeline changes between all lanes and one alone (runtime/pipe/alone.c), checked exhaustively: LANES lanes claim
 * ITERATIONS iterations, and change the era up to CHANGES times. The last iteration ends the loop; it may also end the
 * program, and then waits until all other lanes are over. Checked: each iteration is claimed once, and no lane waits for
 * ever.
 *
 * How threads wait at counters is parking.pml's; here they block. Every memory access is one step, in program order.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DNO_END does not end the era with the loop, -DNO_QUIT
 * does not when a lane quits, -DPLAIN_RAISE writes the next era without comparing. */
#ifndef LANES
#define LANES 3
#endif
#ifndef ITERATIONS
#define ITERATIONS 3
#endif
#ifndef CHANGES
#define CHANGES 3
#endif

byte era, by, next, over, changes;
bool is_ended, is_looked_at;

/* What is checked. */
byte claims[ITERATIONS];

inline raise_from(value) {
#ifdef PLAIN_RAISE
  era = value + 1
#else
  atomic {
    if
    :: era == value -> era = value + 1; is_raised = true
    :: else -> is_raised = false
    fi
  }
#endif
}

inline end_alone() {
  do
  :: seen = era;
     if
     :: seen % 2 == 0 -> break
     :: else ->
#ifdef PLAIN_RAISE
        raise_from(seen);
        break
#else
        raise_from(seen);
        if
        :: is_raised -> break
        :: else -> skip
        fi
#endif
     fi
  od
}

proctype lane(byte me) {
  byte seen, mine;
  bool is_raised;
  do
  :: is_ended -> break
  :: !is_ended ->
     seen = era;
     if
     :: seen % 2 == 1 && by != me ->
        (era > seen) /* parked */
     :: else ->
        if
        :: skip
        :: atomic { changes < CHANGES && !is_looked_at -> is_looked_at = true; changes++ };
           seen = era;
           if
           :: seen % 2 == 0 || by == me ->
              by = me;
              raise_from(seen)
           :: else -> skip
           fi;
           is_looked_at = false
        fi;
        d_step { mine = next; next++ };
        if
        :: mine >= ITERATIONS -> break
        :: else ->
           claims[mine]++;
           assert(claims[mine] == 1);
           if
           :: mine == ITERATIONS - 1 ->
              is_ended = true;
#ifndef NO_END
              end_alone();
#endif
              if
              :: skip
              :: skip -> (over == LANES - 1); break /* ends the program */
              fi
           :: else -> skip
           fi
        fi
     fi
  od;
#ifndef NO_QUIT
  end_alone();
#endif
  over++
}

init {
  byte i;
  atomic {
    do
    :: i < LANES -> run lane(i); i++
    :: else -> break
    od
  }
}
