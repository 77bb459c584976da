/* The turns of pipelines (runtime/pipe/turn.c, pipe.c, ends.c), checked exhaustively: LANES lanes claim iterations of a
 * loop with SEGMENTS ordered segments. Each iteration may omit any segment, may end the loop in one, and may wait for
 * all before it. Checked: one iteration at a time is in a segment, they enter it in order, none enters it once an
 * earlier one has ended the loop there or in a segment before it, none continues from a wait for all while an earlier
 * one is not complete, all iterations up to the end are complete when the lanes have quit, the end is that of the lowest
 * iteration that called for one, and nobody waits for ever (an invalid end state).
 *
 * Each access of shared memory is one step, in program order: the code publishes places and `left` with release, reads
 * them with acquire, and each claim is a sequentially consistent exchange. How a thread sleeps until a word has a value
 * is the business of parking.pml. A wait is one step here, when its condition holds.
 *
 * -DFEW leaves out other ends and waits for all, so that three lanes have fewer states.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DNO_ANNOUNCE claims without an announcement,
 * -DNO_CORRECTION keeps the announced place, -DOMITTED_LEFT publishes a segment as left that was
 * omitted, -DONE_LOOK looks at one lane only, -DLATE_END ends the loop after leaving,
 * -DFIRST_END takes the first call for the end, -DOPEN_ALL waits for all segments and not for all iterations,
 * -DUNLOOKED does not look at the end after the wait. */
#ifndef LANES
#define LANES 2
#endif
#ifndef ITERATIONS
#define ITERATIONS 4 /* the last one ends the loop in segment 0 */
#endif
#ifndef SEGMENTS
#define SEGMENTS 2
#endif
#define ALL (SEGMENTS + 1)
#define NONE 100

typedef lane_state {
  byte iteration, passed; /* the place: one word */
  byte left[SEGMENTS];
}

lane_state at[LANES];
byte next;
byte end = NONE; /* the iteration that ends the loop, which it has */

/* What is checked. */
bool is_in[SEGMENTS];
byte entered[SEGMENTS];     /* 1 + the last iteration that did */
byte ended[SEGMENTS] = NONE; /* the first iteration that ended the loop there */
bool is_complete[ITERATIONS + LANES];
byte wanted = NONE, quit;

#define IS_IN_FRONT(l, k, count) (at[l].iteration >= k + 1 || at[l].passed >= count)

inline publish(k, count) {
  atomic { at[me].iteration = k + 1; at[me].passed = count }
}

/* Segments that are left or omitted, up to `count`. */
inline pass(count) {
  if
  :: inside != NONE -> atomic { at[me].left[inside] = k + 1; is_in[inside] = false; inside = NONE }
  :: else -> skip
  fi;
#ifdef OMITTED_LEFT
  if
  :: passed < count && count <= SEGMENTS -> at[me].left[count - 1] = k + 1
  :: else -> skip
  fi;
#endif
  if
  :: atomic { count > passed -> passed = count; publish(k, count) }
  :: else -> skip
  fi
}

inline wait_for_turn(count) {
  other = 0;
  do
  :: atomic { other == me -> other++ }
  :: atomic { other == LANES -> other = 0; break }
  :: other != me && other < LANES && IS_IN_FRONT(other, k, count) ->
     if
#ifdef ONE_LOOK
     :: atomic { true -> other = 0; break }
#else
     :: atomic { count <= SEGMENTS && at[other].left[(count <= SEGMENTS -> count - 1 : 0)] >= k -> other = 0; break }
     :: atomic { else -> other++ }
#endif
     fi
  od
}

inline end_loop() {
#ifdef FIRST_END
  atomic { if :: end == NONE -> end = k :: else -> skip fi };
#else
  atomic { if :: k < end -> end = k :: else -> skip fi };
#endif
  atomic {
    if :: k < wanted -> wanted = k :: else -> skip fi;
    if :: ended[s] == NONE -> ended[s] = k :: else -> skip fi
  }
}

inline enter() {
  if
  :: end < k -> goto leave_loop
  :: else -> skip
  fi;
  pass(s);
  wait_for_turn(s + 1);
#ifndef UNLOOKED
  if
  :: end < k -> goto leave_loop
  :: else -> skip
  fi;
#endif
  atomic {
    inside = s;
    assert(!is_in[s] && entered[s] <= k);
    assert(ended[0] >= k && (s == 0 || ended[SEGMENTS - 1] >= k));
    is_in[s] = true;
    entered[s] = k + 1
  };
}

inline wait_for_all() {
#ifdef OPEN_ALL
  wait_for_turn(SEGMENTS);
#else
  wait_for_turn(ALL);
#endif
  atomic {
    j = 0;
    do
    :: j >= k || end < k -> break
    :: else -> assert(is_complete[j]); j++
    od;
    j = 0
  }
}

inline close() {
  pass(0);
  atomic { publish(k, ALL); k = 0; s = 0; passed = 0 }
}

inline claim() {
#ifndef NO_ANNOUNCE
  k = next;
  publish(k, 0);
#endif
  atomic { expected = k; k = next; next++ };
#if !defined(NO_CORRECTION) || defined(NO_ANNOUNCE)
  if
#ifdef NO_ANNOUNCE
  :: true -> publish(k, 0)
#else
  :: atomic { k != expected -> expected = 0; publish(k, 0) }
  :: atomic { else -> expected = 0 }
#endif
  fi;
#endif
  atomic { expected = 0; passed = 0; s = 0 }
}

proctype worker(byte me) {
  byte k, expected, s, passed, inside = NONE, other, j;
  do
  :: if
     :: end < next -> break
     :: else -> skip
     fi;
     claim();
     if
     :: end < k -> close(); break
     :: else -> skip
     fi;
     do
     :: s == SEGMENTS -> break
     :: s < SEGMENTS && (s > 0 || k < ITERATIONS - 1) -> /* omits it */
        if
        :: pass(s + 1)
        :: skip
        fi;
        s++
     :: s < SEGMENTS && (s == 0 || k < ITERATIONS - 1) ->
        enter();
        if
#ifdef FEW
        :: k >= ITERATIONS - 1 ->
#else
        :: k >= ITERATIONS - 1 || s == SEGMENTS - 1 ->
#endif
#ifdef LATE_END
           pass(s + 1);
#endif
           atomic { end_loop(); is_complete[k] = true };
           goto leave_loop
        :: k < ITERATIONS - 1 -> pass(s + 1)
        fi;
        s++
     od;
     if
#ifndef FEW
     :: wait_for_all()
#endif
     :: skip
     fi;
     atomic { is_complete[k] = true; s = 0; passed = SEGMENTS };
     close()
  od;
  goto over;
leave_loop:
  close();
over:
  skip;
  atomic {
    quit++;
    if
    :: quit == LANES ->
       assert(end == wanted);
       j = 0;
       do
       :: j > end -> break
       :: else -> assert(is_complete[j]); j++
       od
    :: else -> skip
    fi
  }
}

init {
  byte w;
  atomic {
    w = 0;
    do
    :: w == LANES -> break
    :: else -> at[w].passed = ALL; run worker(w); w++
    od
  }
}
