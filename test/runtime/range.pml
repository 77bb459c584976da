/* The ranges of runtime/team/range.c, checked exhaustively: WORKERS workers share NODES nodes, all of which are the first
 * one's at the beginning. Each takes from the beginning of its own range, steals from the end of others', keeps any number
 * at a time, and gives some of these back when others have taken all that was open. Checked: each node is run
 * exactly once, and nobody leaves while another one whose nodes are known keeps any that it could give back.
 *
 * A word (first, end, more) is changed by compare-and-exchange, which is one step, or by a plain store of its owner,
 * which waits in a buffer for as long as it likes; the owner reads its own newest store, and its compare-and-exchange
 * empties the buffer.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DPLAIN_TAKE takes without comparing, -DPLAIN_STEAL
 * steals without comparing, -DBLIND_GIVE gives back while something is open, -DNO_MORE does not say that nodes are kept,
 * -DSTALE_MORE says so for ever. */
#ifndef NODES
#define NODES 4
#endif
#ifndef WORKERS
#define WORKERS 2
#endif

typedef range {
  byte first, end; /* open, as all see it */
  bool more;
  bool is_waiting; /* a store of the owner's */
  byte new_first, new_end;
  bool new_more;
  byte next, last; /* the owner's alone: next .. last - 1 */
  bool is_between; /* has taken nodes of another's, and not said so yet */
}

range at[WORKERS];
bool is_run[NODES];
byte count, left;

inline drain(w) {
  if
  :: at[w].is_waiting ->
     at[w].first = at[w].new_first; at[w].end = at[w].new_end; at[w].more = at[w].new_more;
     at[w].is_waiting = false
  :: else -> skip
  fi
}

inline store(w, a, b, m) {
  drain(w);
  at[w].new_first = a; at[w].new_end = b; at[w].new_more = m;
  at[w].is_waiting = true
}

/* What the owner sees of its own. */
inline look(w) {
  if
  :: at[w].is_waiting -> a = at[w].new_first; b = at[w].new_end; m = at[w].new_more
  :: else -> a = at[w].first; b = at[w].end; m = at[w].more
  fi
}

proctype buffer(byte w) {
end:
  do
  :: d_step { at[w].is_waiting -> drain(w) }
  od
}

/* One of its own; then, if others have taken all that was open, half of the rest is given back. */
inline run_one() {
  i = at[me].next;
  d_step { assert(!is_run[i]); is_run[i] = true; count++; at[me].next++ };
  d_step { look(me) };
  if
#ifdef BLIND_GIVE
  :: m ->
#else
  :: a == b && m ->
#endif
     d_step {
       b = at[me].last;
       at[me].last = at[me].next + (b - at[me].next) / 2;
#ifdef NO_MORE
       store(me, at[me].last, b, false)
#else
       store(me, at[me].last, b, at[me].last > at[me].next)
#endif
     }
  :: else -> skip
  fi
}

/* Any number of `open` nodes but all, or the one. */
inline choose(open) {
  kept = 1;
  if
  :: open > 2 -> kept = open - 1
  :: skip
  fi
}

inline take() {
  d_step { look(me) };
  do
  :: a == b ->
#ifndef STALE_MORE
     if
     :: m -> d_step { store(me, a, b, false) }
     :: else -> skip
     fi;
#endif
     break
  :: else ->
     choose(b - a);
     if
#ifdef PLAIN_TAKE
     :: d_step { true -> drain(me);
#else
     :: d_step { at[me].is_waiting -> drain(me); look(me) }
     :: d_step { !at[me].is_waiting && (at[me].first != a || at[me].end != b || at[me].more != m) -> look(me) }
     :: d_step { !at[me].is_waiting && at[me].first == a && at[me].end == b && at[me].more == m ->
#endif
          at[me].first = a + kept;
#ifdef NO_MORE
          at[me].more = false;
#else
          at[me].more = kept > 1;
#endif
          at[me].next = a; at[me].last = a + kept
        };
        break
     fi
  od
}

/* Half of what is open at another's. */
inline steal() {
  middle = b - (b - a + 1) / 2;
  if
#ifdef PLAIN_STEAL
  :: d_step { true -> drain(me);
#else
  :: d_step { at[other].first != a || at[other].end != b || at[other].more != m -> drain(me) }
  :: d_step { at[other].first == a && at[other].end == b && at[other].more == m ->
       drain(me);
#endif
       at[other].end = middle;
       at[me].is_between = true
     };
     choose(b - middle);
     d_step {
       at[me].next = middle; at[me].last = middle + kept;
       if
       :: kept < b - middle -> store(me, at[me].last, b, kept > 1)
       :: else -> skip
       fi;
       at[me].is_between = false
     }
  fi
}

#define IS_EMPTY(w) (at[w].first == at[w].end)

proctype worker(byte me) {
  byte other, i, a, b, kept, middle;
  bool m, is_left;
  do
  :: at[me].next < at[me].last -> run_one()
  :: else ->
     take();
     if
     :: at[me].next < at[me].last -> goto again
     :: else -> skip
     fi;
     is_left = true;
     other = 0;
     do
     :: other == me -> other++
     :: other == WORKERS || at[me].next < at[me].last -> break
     :: other != me && other < WORKERS && at[me].next == at[me].last ->
        d_step {
          a = at[other].first; b = at[other].end; m = at[other].more;
          /* It keeps none that it could give back and says so, unless nobody can know of them yet. */
          assert(WORKERS > 2 || a != b || m || at[other].last <= at[other].next + 1 || at[other].is_between ||
                 at[other].is_waiting)
        };
        if
        :: a != b -> is_left = false; steal()
        :: a == b && m -> is_left = false
        :: a == b && !m -> skip
        fi;
        other++
     od;
     if
     :: at[me].next < at[me].last -> skip
     :: at[me].next == at[me].last && is_left -> break
     :: at[me].next == at[me].last && !is_left -> /* until something is open, or nothing can be any more */
#if WORKERS == 2
        !IS_EMPTY(1 - me) || !at[1 - me].more
#else
        !IS_EMPTY((me + 1) % 3) || !IS_EMPTY((me + 2) % 3) || (!at[(me + 1) % 3].more && !at[(me + 2) % 3].more)
#endif
     fi;
again:
     skip
  od;
  atomic { left++; assert(left < WORKERS || count == NODES) }
}

init {
  byte w;
  atomic {
    at[0].end = NODES; /* and the others' come late, or have nothing */
    do
    :: w == WORKERS -> break
    :: else -> run buffer(w); run worker(w); w++
    od
  }
}
