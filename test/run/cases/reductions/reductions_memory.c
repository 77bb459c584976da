/* PARALLEL: 6 */
/* Reductions into what is no local variable: globals, statics, members, fixed elements. */
#include <stdio.h>
enum { N = 5000 };
struct Part { int used; long sum; unsigned short mix; };
struct State { double energy; float gain[3]; struct Part part; int low, high; };
static int x[N];
static long total;
static unsigned product = 3, mask = 0xffffffffu, bits;
static int best = -1;
double energy = 0.1;
static struct State fixed = {0.5, {1, 2, 3}, {1, 2, 3}, 1000000, -1000000};

static int globals(void) {
  static signed char small;
  int at = -1;
  for (int i = 0; i < N; i++) {
    total += x[i];
    product *= (unsigned)x[i] | 1u;
    mask &= ~((unsigned)x[i] & 0x40u);
    bits ^= (unsigned)x[i];
    small -= x[i];
    if (x[i] > best) {
      best = x[i];
      at = i;
    }
  }
  printf("%d %d\n", small, at);
  return at;
}

static void members(struct State *s, int *acc, int k, int c) {
  for (int i = 0; i < N; i++) {
    if (x[i] % 3)
      s->energy += (double)x[i] / 7.0;
    s->part.sum += x[i];
    s->part.mix += (unsigned short)x[i];
    acc[k + 1] -= x[i];
    s->gain[c] *= 1.0f + (float)x[i] * 1e-6f;
  }
  printf("%.17g %ld %u %d %.9g\n", s->energy, s->part.sum, s->part.mix, acc[2],
         (double)s->gain[2]);
}

static void named(void) {
  struct State own = fixed;
  long pair[2] = {1, 2};
  for (int i = 0; i < N; i++) {
    own.part.sum += x[i];
    if (x[i] < fixed.low)
      fixed.low = x[i];
    fixed.high = x[i] > fixed.high ? x[i] : fixed.high;
    pair[1] += i;
    energy += x[i] * 0.25;
  }
  printf("%ld %d %d %ld %ld %.17g\n", own.part.sum, fixed.low, fixed.high, pair[0], pair[1], energy);
}

static void nested(int rows) {
  static long grand;
  for (int r = 0; r < rows; r++)
    for (int i = r; i < N; i++)
      grand += x[i] * (long)r;
  printf("%ld\n", grand);
}

/* No iteration may use the memory: nothing may be read or written there. */
static void nowhere(struct State *s, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] < 0)
      s->part.sum += x[i];
  puts("nowhere");
}

static void taken(void) {
  long here = 5;
  long *p = &here;
  for (int i = 0; i < N; i++)
    here += x[i];
  printf("%ld\n", *p);
}

int main(void) {
  unsigned seed = 1;
  for (int i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    x[i] = (int)(seed >> 20);
  }
  int acc[4] = {1, 2, 3, 4};
  globals();
  struct State s = fixed;
  members(&s, acc, 1, 2);
  printf("%ld %u %u %u %d\n", total, product, mask, bits, best);
  named();
  nested(40);
  nowhere(NULL, N);
  taken();
  return 0;
}
