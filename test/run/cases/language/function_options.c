// A function with options of its own, which a task function would not have: here signed sums wrap around.
#include <limits.h>
#include <stdio.h>

enum { N = 20000 };
static int x[N];

__attribute__((optimize("wrapv"))) static int increase(int *a, int n) {
  int wrapped = 0;
  for (int i = 0; i < n; i++) {
    int next = a[i] + 1;
    if (next < a[i])
      wrapped++;
    a[i] = next;
  }
  return wrapped;
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 3 ? INT_MAX : i;
  printf("%d\n", increase(x, N));
}
