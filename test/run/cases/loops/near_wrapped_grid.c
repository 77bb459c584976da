/* Remainders of what may be negative, or by what may be, are negative too: the same memory is reached by other ways. */
#include <stdio.h>

static int cells[200];

/* C's remainder has the sign of the dividend. */
static void backwards(int *to, const int *from, int n, int by) {
  for (int i = 0; i < n; i++)
    to[i] = from[(i - by) % n] + i;
}
/* n may be negative: then the remainder may be as large as -n - 1. */
static void signless(int *to, const int *from, int count, int n) {
  for (int i = 0; i < count; i++)
    to[i] = from[i % n] * 3 + to[i];
}
static void inPlace(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[(i * 3 + 1) % n] = a[i] + i;
}

int main(void) {
  for (int i = 0; i < 200; i++)
    cells[i] = i * 37 % 53;
  backwards(cells + 40, cells + 60, 30, 25);
  signless(cells + 100, cells + 95, 40, -33);
  signless(cells + 100, cells + 90, 40, 33);
  inPlace(cells, 200);
  unsigned s = 0;
  for (int i = 0; i < 200; i++)
    s = s * 31 + cells[i];
  printf("%u\n", s);
  return 0;
}
