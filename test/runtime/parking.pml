/* The parking protocol of runtime/wait/parking.c as used by runtime/team/rows.c, checked exhaustively: a caller
 * makes RUNS runs with WORKERS workers, each of which may be asleep. Checked: no wake-up is lost (a lost one
 * is a deadlock, found as an invalid end state), the rows of each offer are run exactly once, nobody runs
 * rows of a run that is over, and the caller goes on only when all rows of the run have been run.
 *
 * The futex is modelled as the kernel gives it: comparing the word and going to sleep is one step, and a wake-up
 * wakes whoever sleeps at that moment. It never wakes for no reason, and waits have no time limit here: either
 * would hide a lost wake-up. Taking offers back may be left out at any time. Every memory access is one step, in program order, which is what sequential consistency gives; the
 * accesses that the protocol relies on are sequentially consistent or separated by such a fence.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DNO_RECHECK sleeps without looking at the
 * value again, -DNO_ANNOUNCE announces the sleeper too late, -DPLAIN_TAKE takes an offer without comparing,
 * -DLATE_WATCH looks before the core watches the ticket. */
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef RUNS
#define RUNS 3
#endif

byte ticket[WORKERS] = 1;    /* even: open */
bool announced[WORKERS];     /* is_asleep */
bool sleeping[WORKERS];      /* in the kernel */
bool watched[WORKERS];       /* by the core of a worker that naps until the ticket is written */
byte progress[WORKERS];      /* number of the last run that is over */
bool wanted[WORKERS];        /* `sleepers` of the progress counter: only the caller waits here */
bool caller_sleeping[WORKERS];
byte times_run[WORKERS];     /* of the rows of the current run */
bool is_callers[WORKERS];
byte turn;
bool is_running;

proctype worker(byte me) {
  byte offer;
end_idle:
  do
  :: /* spinning, for as long as one likes */
     offer = ticket[me];
     if
     :: offer % 2 == 0 -> goto take
     :: else -> skip
     fi
  :: /* napping (runtime/wait/spin.c), here without the end that each nap has by itself */
#ifndef LATE_WATCH
     watched[me] = true;
#endif
     offer = ticket[me];
     if
     :: offer % 2 == 0 -> goto take
     :: else -> skip
     fi;
#ifdef LATE_WATCH
     watched[me] = true;
#endif
end_napping:
     if
     :: !watched[me] -> skip
     fi
  :: /* going to sleep */
#ifndef NO_ANNOUNCE
     announced[me] = true;
#endif
again:
#ifdef NO_RECHECK
     sleeping[me] = true;
#else
     offer = ticket[me];
     if
     :: offer % 2 == 0 -> goto awake
     :: else -> skip
     fi;
     if /* futex_wait: compares and sleeps in one step */
     :: atomic { ticket[me] == offer -> sleeping[me] = true }
     :: atomic { ticket[me] != offer -> goto again }
     fi;
#endif
#ifdef NO_ANNOUNCE
     announced[me] = true;
#endif
end_asleep:
     if
     :: !sleeping[me] -> skip
     fi;
     goto again;
awake:
     announced[me] = false;
     goto take
  od;
take:
  if
#ifdef PLAIN_TAKE
  :: ticket[me] = offer + 1
#else
  :: atomic { ticket[me] == offer -> ticket[me] = offer + 1 }
  :: atomic { ticket[me] != offer -> goto end_idle }
#endif
  fi;
  assert(is_running);
  times_run[me]++;
  assert(times_run[me] == 1);
  progress[me] = turn;
  if
  :: wanted[me] -> caller_sleeping[me] = false
  :: else -> skip
  fi;
  goto end_idle
}

proctype caller() {
  byte w, seen;
  do
  :: turn == RUNS -> break
  :: else ->
     turn++;
     is_running = true;
     d_step {
       w = 0;
       do
       :: w == WORKERS -> break
       :: else -> times_run[w] = 0; is_callers[w] = false; w++
       od
     };
     w = 0;
     do /* open all, then wake whoever has announced himself */
     :: w == WORKERS -> break
     :: else -> atomic { ticket[w] = ticket[w] + 1; watched[w] = false }; w++
     od;
     w = 0;
     do
     :: w == WORKERS -> break
     :: else ->
        if
        :: announced[w] -> sleeping[w] = false
        :: else -> skip
        fi;
        w++
     od;
     w = 0;
     do /* take back, or (KASURI_ADAPT=0) do not */
     :: w == WORKERS -> break
     :: else ->
        if
        :: atomic { ticket[w] % 2 == 0 -> ticket[w] = ticket[w] + 1; watched[w] = false; is_callers[w] = true };
           times_run[w]++;
           assert(times_run[w] == 1)
        :: skip
        fi;
        w++
     od;
     w = 0;
     do
     :: w == WORKERS -> break
     :: else ->
        if
        :: is_callers[w] -> skip
        :: else ->
           do
           :: progress[w] == turn -> break
           :: wanted[w] = true;
again:        seen = progress[w];
              if
              :: seen == turn -> wanted[w] = false; break
              :: else -> skip
              fi;
              if
              :: atomic { progress[w] == seen -> caller_sleeping[w] = true };
                 if
                 :: !caller_sleeping[w] -> skip
                 fi
              :: atomic { progress[w] != seen -> skip }
              fi;
              goto again
           od
        fi;
        assert(times_run[w] == 1);
        w++
     od;
     is_running = false
  od
}

init {
  byte w;
  atomic {
    w = 0;
    do
    :: w == WORKERS -> break
    :: else -> run worker(w); w++
    od;
    run caller()
  }
}
