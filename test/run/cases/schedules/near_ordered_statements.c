/* PARALLEL: 8 */
// As in ordered_statements.c, but what has no order to keep is not independent of what has, leads to memory of its own,
// or leaves the loop: no rounds of iterations, but pipelines.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

static int work(int v) {
  unsigned h = (unsigned)v;
  for (int k = 0; k < 20; k++)
    h = h * 1664525u + 1013904223u;
  return (int)(h >> 8);
}

static int count;
static void of_the_last(void) {
  for (int i = 0; i < N; i++) {
    int w = work(count + i);
    if (w & 1)
      count++;
    printf("%d\n", w);
  }
  unsigned seed = 5;
  for (int i = 0; i < N; i++) {
    seed = seed * 75u % 65537u;
    int w = work((int)seed);
    printf("%d\n", w);
  }
}

static void pointers(void) {
  for (int i = 0; i < N; i++) {
    char buf[32];
    char *s = buf;
    sprintf(buf, "c%d", work(i));
    puts(s);
  }
  for (int i = 0; i < N; i++) {
    struct {
      char b[24];
      char *p;
    } t;
    t.p = t.b;
    sprintf(t.b, "d%d", work(i));
    puts(t.p);
  }
}
static char *fill(char *to, int v) {
  sprintf(to, "e%d", work(v));
  return to;
}
static int *kept;
static void keep(int *of) { kept = of; }
static void by_calls(void) {
  for (int i = 0; i < N; i++) {
    char b[24];
    char *p = fill(b, i);
    puts(p);
  }
  for (int i = 0; i < N; i++) {
    int w = work(i);
    keep(&w);
    printf("%d\n", *kept);
  }
}

static int z[N];
static void memory(void) {
  for (int i = 1; i < N; i++) {
    int w = work(i) + z[i - 1];
    z[i] = w & 255;
  }
  for (int i = 0; i < N; i++) {
    z[0] = work(i);
    printf("%d ", z[0]);
  }
}

// Each part would have its own.
static int shown;
static void statics(void) {
  for (int i = 0; i < N; i++) {
    shown = work(i);
    shown ^= z[0] + i;
    z[0] = z[0] * 3 + shown % 5;
  }
  printf("%d\n", shown);
}

static void jumps(int n) {
  for (int i = 0; i < n; i++) {
    int w = work(i);
    if (w % 7 == 0)
      continue;
    printf("%d ", w);
  }
  for (int i = 0; i < n; i++) {
    int w = work(i);
    if (w % 700 == 699)
      break;
    printf("%d ", w);
  }
  for (int i = 0; i < n; i++) {
    int w = work(i);
  again:
    printf("%d ", w);
    if (w > 1000) {
      w /= 8;
      goto again;
    }
  }
  for (int i = 0; i < n; i++) {
    int w = work(i);
    if (printf("%d ", w) < 0)
      exit(3);
  }
}

static void declarations(int n) {
  for (int i = 0; i < n; i++) {
    int w = work(i);
    static int calls;
    calls += w & 1;
    printf("%d ", calls);
  }
  for (int i = 0; i < n; i++) {
    int length = i % 5 + 1;
    int w[length];
    w[0] = work(i);
    w[length - 1] = work(i + 1);
    printf("%d ", w[0] + w[length - 1]);
  }
  for (int i = 0; i < n; i++) {
    typedef int Number;
    Number w = work(i);
    printf("%d ", (int)(Number)w);
  }
}

static double root(double v) {
  double s = 0;
  for (int k = 0; k < 9; k++)
    s = s / 2 + sqrt(v + k);
  return s;
}
// The message comes before the root, and both set errno.
static void errors(void) {
  for (int i = 0; i < 100; i++) {
    printf("%d\n", i);
    z[i] = root(i - 20.0) > 1;
  }
  printf("%d\n", errno);
}

int main(void) {
  of_the_last();
  pointers();
  by_calls();
  memory();
  statics();
  jumps(N);
  declarations(N);
  errors();
  return z[7] & 127;
}
