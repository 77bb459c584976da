/* SEQUENTIAL */
/* Subscripts in which a bit is not free, or is lost. */
#include <stdio.h>

enum { N = 2048 };
static int v[N];

static void not_free(int n, int bit) {
  int low = (1 << bit) - 1;
  for (int i = 0; i < n; i++) {
    int at = (i & ~low) | (i & low);
    v[at | (1 << bit)] = v[at | (1 << bit)] * 3 + v[at];
  }
}

static void lost(int n, int bit) {
  int low = (1 << bit) - 2;
  for (int i = 0; i < n; i++) {
    int at = ((i & ~low) << 1) | (i & low);
    v[at & (N - 1)] = v[at & (N - 1)] * 5 + i;
  }
}

static void another(int n, int bit, int other) {
  int low = (1 << bit) - 1;
  for (int i = 0; i < n; i++) {
    int at = ((i & ~low) << 1) | (i & low);
    v[at | (1 << other)] = v[at | (1 << other)] * 3 + v[at];
  }
}

int main(void) {
  unsigned sum = 0;
  int x = 1;
  for (int i = 0; i < N; i++)
    v[i] = x = x * 7 % 1013;
  not_free(N / 2, 3);
  lost(N / 2, 4);
  another(N / 2, 2, 6);
  for (int i = 0; i < N; i++)
    sum = sum * 31u + (unsigned)v[i];
  printf("%u\n", sum);
  return 0;
}
