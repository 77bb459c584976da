/* SEQUENTIAL */
// Heads that declare several variables of which one carries something, or that no bound ends.
#include <stdio.h>

enum { N = 100 };
static int a[N + 1];

static void running_total(int n) {
  for (int i = 0, total = 1; i < n; i++)
    a[i] = total = total * 3 + a[i];
}

static void changing_bound(int n) {
  for (int i = 0, end = n; i < end; i++)
    if ((a[i] += 5) % 7 == 0)
      end--;
}

static void one_behind(int n) {
  for (int i = 1, before = 0; i < n; i++, before++)
    a[i] += a[before];
}

static void taken_address(int n) {
  int *p = &n;
  for (int i = 0, m = n; i < m; i++, p = &m) {
    a[i]++;
    *p -= 1;
  }
}

int main(void) {
  running_total(N);
  changing_bound(N);
  one_behind(N);
  taken_address(N);
  unsigned total = 0;
  for (int i = 0; i < N; i++)
    total = total * 31 + (unsigned)a[i];
  printf("%u\n", total);
}
