/* The uneven fences of runtime/wait/fence.c, checked exhaustively: a raiser whose stores wait in a buffer for as long
 * as they like, and a sleeper who pays for both. Checked: no wake-up is lost (a lost one is a deadlock). Fences become
 * uneven at any moment, and even again, for good, when the system refuses one.
 *
 * The buffer is that of the raiser's core, oldest store first; other cores see a store when it leaves. The sleeper's
 * own accesses are in order, since its announcement is an atomic read-modify-write. A heavy fence empties the buffer.
 * The futex compares and goes to sleep in one step; a sleep of limited length may end at any time.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DNO_HEAVY has no fence on the sleeper's side,
 * -DEARLY_HEAVY has it in front of the announcement, -DLONG_SLEEP sleeps without limit though the fence was refused,
 * -DNO_LIGHT takes fences that are even for uneven ones. */
#ifndef RAISES
#define RAISES 3
#endif

byte value, newest;     /* in memory; the newest, perhaps in the buffer */
bool announced, sleeping;
bool is_uneven, was_refused;

inline drain() { value = newest }

active proctype buffer() {
end:
  do
  :: atomic { value < newest -> value++ }
  od
}

active proctype system() {
  if
  :: is_uneven = true
  :: skip
  fi
}

active proctype raiser() {
  bool uneven;
  byte i;
  do
  :: i == RAISES -> break
  :: else ->
     i++;
     newest = i; /* stored */
     uneven = is_uneven;
#ifndef NO_LIGHT
     if
     :: !uneven -> atomic { drain() }
     :: else -> skip
     fi;
#endif
     if /* the load of sleepers is made whether the store is in memory or not */
     :: announced -> atomic { drain(); sleeping = false } /* a system call */
     :: else -> skip
     fi
  od
}

active proctype sleeper() {
  byte seen, wanted;
  bool uneven, is_limited;
  do
  :: wanted == RAISES -> break
  :: else ->
     wanted++;
     if
     :: value >= wanted -> goto reached
     :: skip
     fi;
#ifdef EARLY_HEAVY
     atomic { drain() };
#endif
     announced = true;
     is_limited = false;
#if !defined(NO_HEAVY) && !defined(EARLY_HEAVY)
     uneven = is_uneven;
     if
     :: uneven ->
        if
        :: atomic { drain() }
        :: was_refused = true; is_uneven = false
        fi
     :: else -> skip
     fi;
#ifndef LONG_SLEEP
     is_limited = was_refused;
#endif
#endif
again:
     seen = value;
     if
     :: seen >= wanted -> goto awake
     :: else -> skip
     fi;
     if
     :: atomic { value == seen -> sleeping = true }
     :: atomic { value != seen -> goto again }
     fi;
     if
     :: !sleeping -> skip
     :: is_limited -> sleeping = false
     fi;
     goto again;
awake:
     announced = false;
reached:
     skip
  od
}
