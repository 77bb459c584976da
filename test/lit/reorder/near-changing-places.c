// Pointers that only look as if they changed places in each time step: the loops over the steps keep their text.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | grep '^nest' | FileCheck %s
enum { N = 1200 };
typedef double row[N];
#define SWAP(x, y) \
  do { \
    row *kept = x; \
    x = y; \
    y = kept; \
  } while (0)

static void relax(row *to, row *from) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < N; j++)
      to[i][j] = 0.5 * (from[i - 1][j] + from[i + 1][j]);
}

// These do.
// CHECK: nest {{.*}}near-changing-places.c:[[#@LINE+2]]:3 {{.*}}, 2 iterations at a time, in which 'x' and 'y' change places, with 'relax' inlined
row *in_each_step(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    SWAP(x, y);
  }
  return x;
}

// CHECK-NOT: nest
// A step may end the loop.
row *until(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    SWAP(x, y);
    if (x[1][1] < 0)
      break;
  }
  return x;
}

// Some steps move nothing.
row *sometimes(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    if (t % 3)
      SWAP(x, y);
  }
  return x;
}

// The function called might change the pointers.
void exchange(row **x, row **y);
row *by_address(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    SWAP(x, y);
  }
  exchange(&x, &y);
  return x;
}

// All functions know these.
row *now, *next;
void of_file(int steps) {
  for (int t = 0; t < steps; t++) {
    relax(next, now);
    SWAP(now, next);
  }
}

// Only the first step reads the third one.
row *from_third(row *x, row *y, row *from, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, from);
    from = y;
    y = x;
    x = from;
  }
  return x;
}

// One moves on.
row *along(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    SWAP(x, y);
    y++;
  }
  return x;
}

// The number of steps changes.
row *fewer(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    SWAP(x, y);
    steps -= 1;
  }
  return x;
}

// It may be any number in each step.
int limit(void);
row *asked(row *x, row *y) {
  for (int t = 0; t < limit(); t++) {
    relax(y, x);
    SWAP(x, y);
  }
  return x;
}

// The counter moves by itself.
row *skipping(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    SWAP(x, y);
    t += t & 1;
  }
  return x;
}

// What it calls names a variable of the file, which another one hides here.
static int width = N;
static void relax_width(row *to, row *from) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < width; j++)
      to[i][j] = 0.5 * (from[i - 1][j] + from[i + 1][j]);
}
row *hidden(row *x, row *y, int steps) {
  for (int width = 2; width < steps; width++) {
    relax_width(y, x);
    SWAP(x, y);
  }
  return x;
}

// The function changes its parameter.
static void relax_next(row *to, row *from) {
  to++;
  for (int i = 1; i < N - 2; i++)
    for (int j = 0; j < N; j++)
      to[i][j] = 0.5 * (from[i - 1][j] + from[i + 1][j]);
}
row *changed(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax_next(y, x);
    SWAP(x, y);
  }
  return x;
}

// The function writes what may only be read under the other name; Clang warns of that.
static void relax_row(double *to, double *from) {
  for (int i = 1; i < N * N - 1; i++)
    to[i] = 0.5 * (from[i - 1] + from[i + 1]);
}
double without_const(const double *x, const double *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax_row(y, x);
    const double *kept = x;
    x = y;
    y = kept;
  }
  return x[1];
}

// Under the other name it has no elements.
void *without_type(void *x, void *y, int steps) {
  for (int t = 0; t < steps; t++) {
    row *to = y, *from = x;
    for (int i = 1; i < N - 1; i++)
      for (int j = 0; j < N; j++)
        to[i][j] = 0.5 * (from[i - 1][j] + from[i + 1][j]);
    void *kept = x;
    x = y;
    y = kept;
  }
  return x;
}

// A macro is another one here.
#define FACTOR 0.5
static void relax_factor(row *to, row *from) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < N; j++)
      to[i][j] = FACTOR * (from[i - 1][j] + from[i + 1][j]);
}
#undef FACTOR
#define FACTOR 0.25
row *redefined(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax_factor(y, x);
    SWAP(x, y);
  }
  return x;
}
