/* PARALLEL: 2 */
/* What unknown code (insque) never saw is not what its pointers lead to. */
#include <search.h>
#include <stdio.h>

#define N 4000

struct node {
  struct node *next, *prev;
  unsigned *data;
};

static unsigned x[N + 1], y[N + 1];
static struct node a, b = {.data = x};

static void apart(void) {
  unsigned *p = a.next->data;
  for (int i = 0; i < N; i++)
    y[i + 1] = p[i] * 7 + i;
}

int main(void) {
  insque(&b, &a);
  for (int i = 0; i <= N; i++)
    x[i] = i * 3;
  apart();
  unsigned s = 0;
  for (int i = 0; i <= N; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
