/* The rows of runtime/wavefront/wavefront.c, checked exhaustively: PARTS parts take ROWS rows in order. A row has COLUMNS
 * columns, every second one has SHORT. A column waits until the row before has done REACH columns more. Checked: what a
 * column needs of all rows before it is done, and all rows come to their end.
 *
 * A row tells how far it has come in a slot of a ring: its number, the column, and a counter that grows with each change.
 * Columns are told one by one, as 1 + their number.
 *
 * Broken variants that must fail (test/runtime/check_model.py): -DNO_CLEAR leaves the column of the slot's last row there,
 * -DLATE_CLEAR writes the number first, -DEARLY_OVER ends a row before the row before has ended, -DSLOTS=1 has fewer slots
 * than parts, -DCOLUMN_FIRST reads the column before the number, -DLATE_LOOK reads the counter last, -DSPLIT_COUNT lets
 * two rows that count at the same time undo each other. */
#ifndef PARTS
#define PARTS 2
#endif
#ifndef ROWS
#define ROWS 4
#endif
#ifndef COLUMNS
#define COLUMNS 2
#endif
#ifndef SHORT
#define SHORT 0
#endif
#ifndef REACH
#define REACH 0
#endif
#ifndef SLOTS
#define SLOTS PARTS
#endif
#define NOT_BEGUN 0
#define OVER 100

byte claimed;
byte number[SLOTS], column[SLOTS], told[SLOTS]; /* number: 1 + the row */
byte done[ROWS];                                /* columns, for the check alone */

#define length(row) (row % 2 -> SHORT : COLUMNS)

inline count() {
#ifdef SPLIT_COUNT
  c = told[row % SLOTS];
  told[row % SLOTS] = c + 1
#else
  told[row % SLOTS]++
#endif
}

inline tell(what) {
  column[row % SLOTS] = what;
  count()
}

inline begin_row() {
#ifdef LATE_CLEAR
  number[row % SLOTS] = row + 1;
  column[row % SLOTS] = NOT_BEGUN;
#else
#ifndef NO_CLEAR
  column[row % SLOTS] = NOT_BEGUN;
#endif
  number[row % SLOTS] = row + 1;
#endif
  count()
}

/* The slot of the row before, in two reads. */
inline look() {
#ifdef COLUMN_FIRST
  seen = column[(row - 1) % SLOTS];
  is = number[(row - 1) % SLOTS];
#else
  is = number[(row - 1) % SLOTS];
  seen = column[(row - 1) % SLOTS];
#endif
  if
  :: is > row -> seen = OVER
  :: is < row -> seen = NOT_BEGUN
  :: else -> skip
  fi
}

inline await(what) {
  do
  :: row == 0 -> break
  :: else ->
#ifndef LATE_LOOK
     t = told[(row - 1) % SLOTS];
#endif
     look();
     if
     :: seen >= what -> break
     :: else -> skip
     fi;
#ifdef LATE_LOOK
     t = told[(row - 1) % SLOTS];
#endif
     told[(row - 1) % SLOTS] > t
  od
}

/* Of all rows before. */
inline do_column() {
  d_step {
    k = 1;
    do
    :: k > row -> break
    :: else ->
       assert(done[row - k] >= at + k * REACH + 1 || done[row - k] == length((row - k)));
       k++
    od;
    done[row]++;
    k = 0
  }
}

proctype part() {
  byte row, at, seen, is, t, k, c;
  do
  :: d_step { row = claimed; claimed = (claimed < ROWS -> claimed + 1 : claimed) };
     if
     :: row == ROWS -> break
     :: else -> skip
     fi;
     begin_row();
     at = 0;
     do
     :: at == length(row) -> break
     :: else ->
        await(at + REACH + 1);
        do_column();
        tell(at + 1);
        at++
     od;
#ifndef EARLY_OVER
     await(OVER);
#endif
     tell(OVER)
  od
}

init {
  byte i;
  atomic {
    i = 0;
    do
    :: i == PARTS -> break
    :: else -> run part(); i++
    od
  }
}
