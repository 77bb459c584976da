// Calls that touch many objects share one list of accesses, which does not say where it is. Here, such a call may write the
// sizes that a guard reads in front of the loop.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <string.h>

struct image {
  int rows, pitch;
  unsigned char *data;
};

#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define ALL(X) TEN(X, 1) TEN(X, 2) TEN(X, 3) TEN(X, 4) TEN(X, 5) TEN(X, 6) TEN(X, 7)
#define COMMAND(n) static int block##n[64]; static void command##n(int k) { block##n[k * k] = 0; run(k - 1); }
#define CASE(n) case n: command##n(k); break;
static void run(int k);
static struct image *kept;
ALL(COMMAND)
static void shrink(int k) { kept[k * k].rows = k; run(k - 1); }
static void run(int k) {
  switch (k) {
    ALL(CASE)
  case 80: shrink(k);
  }
}

// CHECK: loop {{.*}}:[[#@LINE+7]]:3 parallel {{.*}}guard(
void copy(const struct image *from, struct image *to, int k, size_t count) {
  run(k);
  const unsigned char *s = from->data;
  unsigned char *t = to->data;
  int rows = from->rows, pitch = from->pitch;
  t += (size_t)pitch * (to->rows - 1);
  for (int i = to->rows; i > 0; i--) {
    memcpy(t, s, pitch);
    s += pitch;
    t -= pitch;
  }
  run(k + 1);
}

void keep(struct image *image) { kept = image; }
