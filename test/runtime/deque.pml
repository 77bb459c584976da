/* The split deque of runtime/team/work_stealing.c, checked exhaustively: its owner puts in NODES nodes, shares and takes back any
 * number at any time, and takes out its own, while THIEVES steal. Checked: each node is taken exactly once, and
 * none is left when the owner finds the deque empty.
 *
 * The owner's stores wait in a buffer, in order, for as long as they like; its sequentially consistent store of the
 * split empties it, as does the compare-and-exchange. Reads of the owner see its own newest store. A place is written
 * anew once what was in it has been taken out.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DNO_FENCE lowers the split by a plain store, -DNO_LAST
 * does not fight for the node at the top, -DPLAIN_STEAL raises the top without comparing, -DEARLY_SPLIT shares
 * places before the nodes in them, -DALL_MINE takes all above the new split without looking at the top again. */
#ifndef NODES
#define NODES 3
#endif
#ifndef THIEVES
#define THIEVES 2
#endif

byte top, split;
byte place[NODES + 1];
bool taken[NODES + 1];
byte count;

mtype = { a_place, a_split };
chan buffered = [4] of { mtype, byte, byte };

inline write(kind, index, value) {
  if
  :: kind == a_place -> place[index] = value
  :: else -> split = value
  fi
}

inline drain() {
  do
  :: nempty(buffered) -> buffered ? kind, index, what; write(kind, index, what)
  :: empty(buffered) -> break
  od
}

inline take(node) {
  assert(node > 0 && !taken[node]);
  taken[node] = true;
  count++
}

active proctype buffer() {
  mtype kind;
  byte index, what;
end:
  do
  :: d_step { buffered ? kind, index, what -> write(kind, index, what) }
  od
}

active proctype owner() {
  mtype kind;
  byte index, what, pushed, bottom, shared, seen, lower;
  byte mine[NODES + 1]; /* what it has written itself */
  do
  :: pushed < NODES -> /* puts in one */
     pushed++;
     mine[bottom] = pushed;
#ifdef EARLY_SPLIT
     bottom++;
     shared = bottom;
     buffered ! a_split, 0, shared;
     buffered ! a_place, bottom - 1, pushed;
#else
     buffered ! a_place, bottom, pushed;
     bottom++
#endif
  :: bottom > shared -> /* shares one, or some */
     shared++;
     if
     :: bottom > shared -> shared = bottom
     :: skip
     fi;
     buffered ! a_split, 0, shared
  :: bottom > shared -> /* takes one of its own */
     bottom--;
     d_step { take(mine[bottom]) }
  :: bottom == shared -> /* takes back */
     seen = top;
     if
     :: seen == shared && pushed == NODES -> break
     :: seen == shared -> goto next
     :: else -> skip
     fi;
     lower = shared - 1;
     if
     :: lower > seen -> lower = seen
     :: skip
     fi;
#ifdef NO_FENCE
     buffered ! a_split, 0, lower;
#else
     d_step { drain(); split = lower };
#endif
#ifdef ALL_MINE
     shared = lower; goto next;
#endif
     seen = top;
     if
     :: seen < lower -> shared = lower; goto next
     :: seen >= lower && seen < shared ->
#ifdef NO_LAST
        d_step { take(mine[seen]); top = seen + 1; drain() };
        seen++;
#else
        if
        :: d_step { top == seen -> drain(); top = seen + 1; take(mine[seen]); seen++ }
        :: d_step { top != seen -> seen = top }
        fi;
#endif
     :: else -> skip
     fi;
     shared = seen;
     buffered ! a_split, 0, shared;
next: skip
  od;
  assert(count == NODES)
}

active [THIEVES] proctype thief() {
  byte seen, behind, node;
end:
  do
  :: seen = top;
     behind = split;
     if
     :: behind > seen ->
        node = place[seen];
#ifdef PLAIN_STEAL
        d_step { top = seen + 1; take(node) }
#else
        if
        :: d_step { top == seen -> top = seen + 1; take(node) }
        :: d_step { top != seen -> skip }
        fi
#endif
     :: else -> skip
     fi
  od
}
