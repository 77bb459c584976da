/* SEQUENTIAL */
// Two ends that move, but not towards each other by the same each time.
#include <stdio.h>

enum { N = 200 };
static int a[2 * N];

static void shrinks_at_times(int n) {
  for (int i = 0, j = n - 1; i < j; i++) {
    if (a[i] & 1)
      j--;
    a[i] += 2;
  }
}

static void flees(int n) {
  for (int i = 0, j = n; i < j && j < 2 * N; i += 2, j++)
    a[i]++;
}

static void set_inside(int n) {
  int i = 0, j = n - 1;
  while (i < j) {
    a[i] = j;
    i++;
    j--;
    if (i == 7)
      j = n / 2;
  }
}

static void through_pointer(int n) {
  int j = n - 1, *p = &j;
  for (int i = 0; i < j; i++, j--)
    *p -= a[i]++ & 1;
}

static void unequal(int n) {
  for (int i = 0, j = n; i != j; i++, j--)
    a[i] ^= j;
}

int main(void) {
  for (int i = 0; i < 2 * N; i++)
    a[i] = (a[(i + 2 * N - 1) % (2 * N)] * 5 + i) % 64;
  shrinks_at_times(N);
  flees(N);
  set_inside(N);
  through_pointer(N);
  unequal(N);
  unsigned total = 0;
  for (int i = 0; i < 2 * N; i++)
    total = total * 31 + (unsigned)a[i];
  printf("%u\n", total);
}
