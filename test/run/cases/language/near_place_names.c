/* SEQUENTIAL */
/* Places whose names do something or mean something else behind the loop. */
#include <stdio.h>
#include <stdlib.h>
enum { N = 40 };
struct Total {
  int unused;
  int sum;
};
static int x[N], calls, values[8];
static long totals[8];

static void by_comma(struct Total *p, int n) {
  for (int i = 0; i < n; i++)
    (calls++, p)->sum += x[i];
}
static void by_subscript(long *p, int n) {
  for (int i = 0; i < n; i++)
    p[(calls += 2, 1)] += x[i];
}
static void by_assignment(struct Total *p, struct Total *q, int n) {
  for (int i = 0; i < n; i++)
    (q = p)->sum += x[i];
  q->unused++;
}
static void by_one_of_two(struct Total *p, int n) {
  for (int i = 0; i < n; i++) {
    p->sum += x[i];
    (calls++, p)->sum += 2;
  }
}
static void by_constant(int *p, int n) {
  enum { PLACE = 1 };
  for (int i = 0; i < n; i++) {
    enum { PLACE = 3 };
    p[PLACE] += x[i];
  }
  p[PLACE]++;
}
static void by_type(void *p, int n) {
  for (int i = 0; i < n; i++) {
    struct Total {
      long unused, sum;
    };
    ((struct Total *)p)->sum += x[i];
  }
}
static void by_size(int *p, int n) {
  for (int i = 0; i < n; i++) {
    char text[5] = "";
    p[sizeof text] += x[i] + text[0];
  }
}
static void private_by_constant(int *p, int *y, int n) {
  for (int i = 0; i < n; i++) {
    enum { PLACE = 2 };
    p[PLACE] = x[i];
    y[i] = p[PLACE] + 1;
  }
}

/* Keeps what stands around it in its order. */
static void check(void) {
  if (calls < 0)
    exit(1);
}

int main(void) {
  for (int i = 0; i < N; i++) {
    calls = calls * 5 % 17 + i;
    x[i] = calls;
  }
  struct Total first = {0, 0}, other = {0, 0};
  static int y[N];
  by_comma(&first, N);
  check();
  by_comma(0, 0);
  check();
  by_subscript(totals, N);
  check();
  by_assignment(&first, &other, N);
  check();
  by_assignment(&first, &other, 0);
  check();
  by_one_of_two(&first, N);
  check();
  by_constant(values, N);
  check();
  by_type(totals + 2, N);
  check();
  by_size(values, N);
  check();
  private_by_constant(values, y, N);
  check();
  printf("%d %d %d %d\n", first.unused, first.sum, other.unused, calls);
  printf("%ld %ld %ld\n", totals[1], totals[2], totals[3]);
  printf("%d %d %d %d\n", values[1], values[2], values[3], values[5]);
  printf("%d %d\n", y[0], y[N - 1]);
  return 0;
}
