/* Scalars that each iteration sets anew, that outlive the loop, and that carry something. */
#include <math.h>
#include <string.h>

#include "suite.h"

enum { SIZE = 2048 };

static double x[SIZE], y[SIZE], z[SIZE], w[SIZE];
static int a[SIZE], b[SIZE];
static double global_temp;

static void temporaries(int n) {
  double t, u;
  /* parallel */
  for (int i = 0; i < n; i++) {
    t = x[i] * 2.0;
    u = t + y[i];
    z[i] = t * u;
  }
  /* parallel */
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      t = sqrt(x[i]);
    else
      t = -x[i];
    y[i] = t;
  }
}

static void global_temporary(int n) {
  /* parallel: private(global_temp) */
  for (int i = 0; i < n; i++) {
    global_temp = x[i] - y[i];
    w[i] = global_temp * global_temp;
  }
}

static int last_value(int n) {
  int last = 0;
  /* parallel: last value */
  for (int i = 0; i < n; i++) {
    last = a[i] * 2;
    b[i] = last + 1;
  }
  return last;
}

static double last_positive(int n) {
  double found = -1.0;
  /* parallel: last value, of the last iteration that sets it */
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      found = x[i] * 3.0;
  return found;
}

static int counter_after(int n) {
  int i;
  /* parallel: the counter is used after the loop */
  for (i = 0; i < n; i++)
    b[i] ^= a[i];
  return i;
}

static void flags(int n) {
  int any = 0;
  /* parallel: flag */
  for (int i = 0; i < n; i++)
    if (a[i] > 90)
      any = 1;
  int all = 1;
  /* parallel: flag */
  for (int i = 0; i < n; i++)
    if (b[i] < -1000)
      all = 0;
  a[0] += any + 2 * all;
}

static void swaps(int n) {
  double kept;
  /* parallel */
  for (int i = 0; i < n; i++) {
    kept = x[i];
    x[i] = y[i];
    y[i] = kept;
  }
}

static void set_in_switch(int n) {
  double factor;
  /* parallel */
  for (int i = 0; i < n; i++) {
    switch (a[i] & 3) {
    case 0:
      factor = 1.0;
      break;
    case 1:
      factor = 0.5;
      break;
    case 2:
      factor = 0.25;
      break;
    default:
      factor = 0.0;
    }
    z[i] = factor * x[i];
  }
}

static void set_by_call(int n) {
  int exponent;
  /* parallel */
  for (int i = 0; i < n; i++) {
    double mantissa = frexp(x[i], &exponent);
    y[i] = mantissa;
    b[i] = exponent;
  }
}

static void structure(int n) {
  struct {
    double re, im;
  } t;
  /* parallel */
  for (int i = 0; i < n; i++) {
    t.re = x[i] * y[i];
    t.im = x[i] + y[i];
    z[i] = t.re - t.im;
  }
}

static void copied_structure(int n) {
  struct pair {
    int first, second;
  } p;
  /* parallel: private(p) */
  for (int i = 0; i < n; i++) {
    memset(&p, 0, sizeof p);
    if (a[i] > 0)
      p.first = a[i];
    p.second += b[i];
    a[i] = p.first + p.second;
  }
}

/* Near misses. */

static void previous(int n) {
  double before = 0.0;
  /* sequential: read before it is set (a delay); in fact the value of one iteration before */
  for (int i = 0; i < n; i++) {
    z[i] = x[i] - before;
    before = z[i] * 0.5;
  }
}

static void sometimes_set(int n) {
  double t = 0.0;
  /* sequential: not every iteration sets it before it is read */
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      t = x[i];
    w[i] = t + y[i];
  }
}

static int toggles(int n) {
  int phase = 0;
  /* sequential: state that the data change */
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      phase = !phase;
    b[i] = phase ? a[i] : -a[i];
  }
  return phase;
}

static unsigned generator(int n) {
  unsigned state = 1;
  /* sequential: random numbers */
  for (int i = 0; i < n; i++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    a[i] = (int)(state & 127);
  }
  return state;
}

static double decays(int n) {
  double level = 1.0;
  /* sequential: a filter's state */
  for (int i = 0; i < n; i++)
    level = 0.9 * level + 0.1 * x[i];
  return level;
}

static int run_length(int n) {
  int length = 0, longest = 0;
  /* sequential: the length is handed on and set to zero by the data */
  for (int i = 0; i < n; i++) {
    if (a[i] > 0)
      length++;
    else
      length = 0;
    if (length > longest)
      longest = length;
  }
  return longest;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 300, SIZE);
  suite_doubles(x, SIZE);
  suite_doubles(y, SIZE);
  suite_ints(a, SIZE, -100, 100);
  temporaries(n);
  global_temporary(n);
  int last = last_value(n);
  double found = last_positive(n);
  int after = counter_after(n);
  flags(n);
  swaps(n);
  set_in_switch(n);
  set_by_call(n);
  structure(n);
  copied_structure(n);
  suite_doubles(x, SIZE);
  suite_ints(a, SIZE, -100, 100);
  previous(n);
  suite_show("z", z, sizeof z);
  sometimes_set(n);
  int phase = toggles(n);
  int longest = run_length(n);
  unsigned state = generator(n);
  printf("%d %g %d %d %u %g %d\n", last, found, after, phase, state, decays(n), longest);
  suite_show("x", x, sizeof x);
  suite_show("y", y, sizeof y);
  suite_show("w", w, sizeof w);
  suite_show("a", a, sizeof a);
  suite_show("b", b, sizeof b);
  printf("%g\n", global_temp);
  return 0;
}
