/* CONFLICTS: 5
 * Both loops of main hand rows to a function that hands them on: the row of the iteration, as is
 * claimed, or that of its neighbour. Flow and anti conflicts of the first loop, flow and two output
 * conflicts of the second. */
#ifdef CLAIMED
#define NEIGHBOUR(r) (r)
#else
#define NEIGHBOUR(r) ((r) ^ 1)
#endif
enum { ROWS = 16, COLUMNS = 8 };
static int x[ROWS][COLUMNS], y[ROWS][COLUMNS];

static int get(const int *row, int c) { return row[c]; }
static void set(int *row, int c, int value) { row[c] = value; }

static void mix(int *to, const int *from) {
  for (int c = 0; c < COLUMNS; c++)
    set(to, c, get(from, c) + c);
}

static void twice(int *a, int *b) {
  for (int c = 0; c < COLUMNS; c++)
    a[c] += c;
  for (int c = 0; c < COLUMNS; c++)
    b[c] = 1;
}

int main(void) {
  for (int r = 0; r < ROWS; r++)
    mix(x[r], x[NEIGHBOUR(r)]);
  for (int r = 0; r < ROWS; r++)
    twice(y[r], y[NEIGHBOUR(r)]);
  return (x[3][3] + y[3][3]) & 1;
}
