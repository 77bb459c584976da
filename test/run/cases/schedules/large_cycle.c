/* SEQUENTIAL */
// Seventy functions that call each other through a table: each call may do what any of them does.
#include <stdio.h>

typedef int step(int *, int);
#define TEN(X, t) X(t##0) X(t##1) X(t##2) X(t##3) X(t##4) X(t##5) X(t##6) X(t##7) X(t##8) X(t##9)
#define ALL(X) TEN(X, 1) TEN(X, 2) TEN(X, 3) TEN(X, 4) TEN(X, 5) TEN(X, 6) TEN(X, 7)
#define DECLARE(n) static step f##n;
#define ENTRY(n) f##n,
#define DEFINE(n)                                                                                  \
  static int f##n(int *p, int d) {                                                                 \
    int mine = d + n;                                                                              \
    if (d <= 0)                                                                                    \
      return *p += n;                                                                              \
    return table[(d * 7 + n) % 70](d & 1 ? p : &mine, d - 1) + mine;                               \
  }

ALL(DECLARE)
static step *const table[] = {ALL(ENTRY)};
ALL(DEFINE)

static int a[200], b[200];

int main(void) {
  int total = 0;
  long sum = 0;
  for (int i = 0; i < 200; i++)
    a[i] = f10(&total, i % 9); // total goes from one to the next
  for (int i = 1; i < 200; i++)
    b[i] = table[i % 70](&b[i - 1], i % 2); // as does an element
  for (int i = 0; i < 200; i++)
    sum = sum * 3 % 100003 + a[i] + b[i];
  printf("%d %ld\n", total, sum);
  return 0;
}
