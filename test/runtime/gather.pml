/* Batches of pipelines (runtime/pipe/batch.c), checked exhaustively: LANES lanes claim batches of up to BATCH iterations of
 * a loop with SEGMENTS ordered segments, and run each batch in strands. Each iteration may omit any segment, may end the
 * loop in one, and may wait for all before it. Checked: one iteration at a time is in a segment, they enter it in order,
 * none enters it once an earlier one has ended the loop there or in a segment before it, none continues from a wait for
 * all while an earlier one is not complete, all iterations up to the end are complete when the lanes have quit, the end is
 * that of the lowest iteration that called for one, and nobody waits for ever (an invalid end state).
 *
 * Strands of a lane switch only at certain points, so a lane is one process that goes from point to point: it chooses a
 * strand that can run, any of these, and lets it do one stage. So every order in which the scheduler could choose is
 * covered, the lockstep as well as others. The place is published after any stage, or later: at the latest before the lane
 * waits for another one, and when the batch is complete. Between lanes, each access of shared memory is one step, as in
 * pipe.pml, and claims are as there.
 *
 * -DFEW leaves out ends in later segments and waits for all.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DMAXIMUM publishes the segments that are behind any strand,
 * -DHEAD_ONLY those that are behind the first, -DHASTY lets a strand enter before a lower one has the segment behind it,
 * -DHASTY_ALL does not wait for lower strands in a wait for all, -DBLIND does not look at the end when it enters,
 * -DONE_TURN waits for other lanes once in a batch, -DNO_CORRECTION keeps the announced place. */
#ifndef LANES
#define LANES 2
#endif
#ifndef ITERATIONS
#define ITERATIONS 4 /* the last one ends the loop in segment 0 */
#endif
#ifndef SEGMENTS
#define SEGMENTS 2
#endif
#ifndef BATCH
#define BATCH 2
#endif
#define ALL (SEGMENTS + 1)
#define NONE 100
#define MOST (ITERATIONS + LANES * BATCH)

typedef lane_state {
  byte iteration, passed; /* the place: one word */
  byte left[SEGMENTS];
}

typedef strand_state {
  byte passed; /* ALL: complete */
  bit wants;   /* to enter the next segment, or, with all behind it, to wait for all before it */
}

lane_state at[LANES];
byte next;
byte end = NONE; /* the iteration that ends the loop, which it has */

/* What is checked. */
bool is_in[SEGMENTS];
byte entered[SEGMENTS];      /* 1 + the last iteration that did */
byte ended[SEGMENTS] = NONE; /* the first iteration that ended the loop there */
bool is_complete[MOST];
byte wanted = NONE, quit;

#define IS_IN_FRONT(l, k, count) (at[l].iteration >= k + 1 || at[l].passed >= count)
#define IS_BEHIND(i, segment) (strand[i].passed > segment)
#if BATCH > 2
#define MAY_ENTER(i) (i == 0 || (IS_BEHIND(0, strand[i].passed) && (i == 1 || IS_BEHIND(1, strand[i].passed))))
#else
#define MAY_ENTER(i) (i == 0 || IS_BEHIND(0, strand[i].passed))
#endif
/* A wait for all asks whether lower ones are complete, because all segments are behind it. */
#ifdef HASTY
#define CAN_RUN(i) (strand[i].passed < ALL)
#elif defined(HASTY_ALL)
#define CAN_RUN(i) (strand[i].passed < ALL && (!strand[i].wants || strand[i].passed == SEGMENTS || MAY_ENTER(i)))
#else
#define CAN_RUN(i) (strand[i].passed < ALL && (!strand[i].wants || MAY_ENTER(i)))
#endif

/* Of the passed segments of all strands, in `lowest`: the minimum. */
inline find_lowest() {
  lowest = ALL;
  j = 0;
  do
  :: j == count -> break
  :: j < count -> lowest = (strand[j].passed < lowest -> strand[j].passed : lowest); j++
  od;
  j = 0
}

inline find_published() {
#ifdef HEAD_ONLY
  lowest = strand[0].passed;
#else
  find_lowest();
#endif
#ifdef MAXIMUM
  j = 0;
  do
  :: j == count || lowest == ALL -> break
  :: else -> lowest = (strand[j].passed < ALL && strand[j].passed > lowest -> strand[j].passed : lowest); j++
  od;
  j = 0
#endif
}

/* Each store is a step: what is left first. */
inline publish() {
  atomic { find_published(); s = published };
  do
  :: atomic { s >= lowest || s >= SEGMENTS -> break }
  :: atomic { s < lowest && s < SEGMENTS ->
       at[me].left[s] = (last_left[s] > at[me].left[s] -> last_left[s] : at[me].left[s]); s++ }
  od;
  atomic {
    if
    :: lowest > published -> published = lowest; at[me].passed = lowest
    :: else -> skip
    fi;
    lowest = 0; s = 0
  }
}

/* Of the first iteration of the batch. */
inline wait_for_turn(k, wanted_count) {
  other = 0;
  do
  :: atomic { other == me -> other++ }
  :: atomic { other == LANES -> other = 0; break }
  :: other != me && other < LANES && IS_IN_FRONT(other, k, wanted_count) ->
     if
     :: atomic { wanted_count <= SEGMENTS && at[other].left[(wanted_count <= SEGMENTS -> wanted_count - 1 : 0)] >= k ->
                 other = 0; break }
     :: atomic { else -> other++ }
     fi
  od
}

inline take_turn(wanted_count) {
  if
#ifdef ONE_TURN
  :: turned > 0 -> skip
#else
  :: turned >= wanted_count -> skip
#endif
  :: else ->
     publish();
     wait_for_turn(first, wanted_count);
     turned = wanted_count
  fi
}

inline complete() { atomic { strand[now].passed = ALL; strand[now].wants = 0 } }

inline end_loop() {
  if :: k < end -> end = k :: else -> skip fi;
  if :: k < wanted -> wanted = k :: else -> skip fi;
  if :: ended[segment] == NONE -> ended[segment] = k :: else -> skip fi;
  is_complete[k] = true
}

inline leave() { atomic { is_in[segment] = false; last_left[segment] = k + 1; strand[now].wants = 0 } }

/* Strand `now` enters its next segment, works there, and leaves it. */
inline run_segment() {
  segment = strand[now].passed;
  if
  :: end < k -> complete()
  :: end >= k ->
     take_turn(segment + 1);
     if
#ifndef BLIND
     :: end < k -> complete()
     :: end >= k ->
#else
     :: true ->
#endif
        atomic {
          assert(!is_in[segment] && entered[segment] <= k);
          assert(ended[0] >= k && (segment == 0 || ended[SEGMENTS - 1] >= k));
          is_in[segment] = true;
          entered[segment] = k + 1
        };
        if
#ifdef FEW
        :: atomic { k >= ITERATIONS - 1 -> end_loop() }; leave(); complete()
#else
        :: atomic { k >= ITERATIONS - 1 || segment == SEGMENTS - 1 -> end_loop() }; leave(); complete()
#endif
        :: k < ITERATIONS - 1 -> atomic { leave(); strand[now].passed = segment + 1 }
        fi
     fi
  fi;
  segment = 0
}

/* All lower iterations are complete, or the loop ends before this one. */
inline wait_for_all() {
  take_turn(ALL);
  atomic {
    strand[now].wants = 0;
    j = 0;
    do
    :: j >= k || end < k -> break
    :: else -> assert(is_complete[j]); j++
    od;
    j = 0
  }
}

inline claim() {
  atomic { expected = next; at[me].iteration = expected + 1; at[me].passed = 0 };
  if
  :: count = 1
  :: count = BATCH
  fi;
  atomic { first = next; next = next + count };
#ifndef NO_CORRECTION
  if
  :: atomic { first != expected -> at[me].iteration = first + 1; at[me].passed = 0 }
  :: else -> skip
  fi;
#endif
  atomic {
    expected = 0; published = 0; turned = 0; j = 0;
    do
    :: j == BATCH -> break
    :: j < BATCH -> strand[j].passed = (j < count -> 0 : ALL); strand[j].wants = 0; j++
    od;
    j = 0
  }
}

proctype worker(byte me) {
  byte first, count, published, turned, now, k, segment, lowest, expected, other, j, s;
  byte last_left[SEGMENTS];
  strand_state strand[BATCH];
  do
  :: if
     :: end < next -> break
     :: else -> skip
     fi;
     claim();
     do
     :: atomic { find_lowest(); if :: lowest == ALL -> lowest = 0; break :: else -> lowest = 0 fi;
          /* Any strand that can run. If there is none, the lane waits for ever. */
          if
          :: CAN_RUN(0) -> now = 0
          :: CAN_RUN(1) -> now = 1
#if BATCH > 2
          :: CAN_RUN(2) -> now = 2
#endif
          fi;
          k = first + now
        };
        if
        :: strand[now].wants && strand[now].passed == SEGMENTS -> wait_for_all()
        :: strand[now].wants && strand[now].passed < SEGMENTS -> run_segment()
        :: atomic { !strand[now].wants && strand[now].passed < SEGMENTS -> strand[now].wants = 1 }
        :: atomic { !strand[now].wants && strand[now].passed < SEGMENTS && k < ITERATIONS - 1 -> /* omits it */
             strand[now].passed++ }
        :: atomic { !strand[now].wants && strand[now].passed == SEGMENTS -> is_complete[k] = true; complete() }
#ifndef FEW
        :: atomic { !strand[now].wants && strand[now].passed == SEGMENTS -> strand[now].wants = 1 }
#endif
        fi;
        atomic { now = 0; k = 0 };
        if
        :: publish()
        :: skip
        fi
     od;
     publish();
     atomic { first = 0; count = 0 }
  od;
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
