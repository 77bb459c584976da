/* What changes hands in a layer of groups (runtime/team/group.c), checked exhaustively: the right to offer rows at a
 * ticket, and what a thread's place says whose rows they are. A caller (0) makes RUNS runs, each with groups or without.
 * With groups thread 1 leads thread 2, INNER layers for each run; should 1 not come, the caller leads. Without,
 * both have rows of their own. Checked: one thread at a time offers at a ticket, who takes an offer finds in its
 * place the team that has made it, each offer's rows are run exactly once, and when a run is over so is all within it.
 *
 * How threads wait at tickets and counters is parking.pml's; here they block. Every memory access is one step, in
 * program order. Offers may be taken back at any time, or not.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DEARLY_END publishes the leader's row before the
 * layers in it are over, -DNO_RETURN leaves the places as they are after a run, -DLATE_SEAT writes them when the rows have
 * been offered, -DEARLY_LOOK looks at the place before there is an offer, -DPLAIN_TAKE_BACK takes rows back without
 * comparing, so that two lead the group. */
#ifndef RUNS
#define RUNS 3
#endif
#ifndef INNER
#define INNER 2
#endif
#define TOP 0
#define GROUP 1

byte ticket[3] = 1;      /* even: open */
byte team[3] = TOP;      /* in the places */
byte offered[3] = TOP;   /* which team has opened the offer; for the checks alone */
bool is_grouped;         /* the table of the run */
byte turn, done[3];      /* of the outer runs; as progress counters */
byte inner_turn, inner_done;
byte times[3], inner_times;

inline offer(who, whose) {
  seen = ticket[who];
  assert(seen % 2 == 1);
  d_step { offered[who] = whose; ticket[who] = seen + 1 }
}

/* The rows of the thread that leads, for thread 1 or for the caller in its place. */
inline lead() {
  layer = 0;
  do
  :: layer == INNER -> break
  :: else ->
     layer++;
     inner_turn++;
     inner_times = 0;
     offer(2, GROUP);
     if
     :: atomic { ticket[2] % 2 == 0 -> ticket[2] = ticket[2] + 1 };
        inner_times++
     :: inner_done == inner_turn -> skip
     fi;
     assert(inner_times == 1)
  od
}

proctype thread(byte me) {
  byte seen, layer, whose;
end_idle:
#ifdef EARLY_LOOK
  whose = team[me];
#endif
  if
  :: ticket[me] % 2 == 0 -> seen = ticket[me]
  fi;
  if
  :: atomic { seen % 2 == 0 && ticket[me] == seen -> ticket[me] = seen + 1 }
  :: atomic { seen % 2 == 1 || ticket[me] != seen -> goto end_idle }
  fi;
#ifndef EARLY_LOOK
  whose = team[me];
#endif
  assert(whose == offered[me]);
  if
  :: whose == GROUP ->
     inner_times++;
     assert(inner_times == 1);
     inner_done = inner_turn
  :: else ->
     times[me]++;
     assert(times[me] == 1);
#ifdef EARLY_END
     done[me] = turn;
#endif
     if
     :: is_grouped -> lead()
     :: else -> skip
     fi;
#ifndef EARLY_END
     done[me] = turn
#endif
  fi;
  goto end_idle
}

inline seat() {
  if
  :: is_grouped -> team[2] = GROUP
  :: else -> skip
  fi
}

/* The caller takes a thread's rows back, or waits for it. */
inline end_with(who) {
  if
#ifdef PLAIN_TAKE_BACK
  :: ticket[who] % 2 == 0 -> ticket[who] = ticket[who] + 1;
#else
  :: atomic { ticket[who] % 2 == 0 -> ticket[who] = ticket[who] + 1 };
#endif
     times[who]++;
     assert(times[who] == 1);
     if
     :: is_grouped -> lead()
     :: else -> skip
     fi
  :: done[who] == turn -> skip
  fi;
  assert(times[who] == 1)
}

active proctype caller() {
  byte seen, layer;
  atomic { run thread(1); run thread(2) };
  do
  :: turn == RUNS -> break
  :: else ->
     turn++;
     d_step { times[1] = 0; times[2] = 0 };
     if
     :: is_grouped = true
     :: is_grouped = false
     fi;
#ifndef LATE_SEAT
     seat();
#endif
     offer(1, TOP);
#ifdef LATE_SEAT
     seat();
#endif
     if
     :: !is_grouped -> offer(2, TOP)
     :: else -> skip
     fi;
     end_with(1);
     if
     :: !is_grouped -> end_with(2)
     :: else -> skip
     fi;
     assert(ticket[1] % 2 == 1 && ticket[2] % 2 == 1);
#ifndef NO_RETURN
     team[2] = TOP
#endif
  od
}
