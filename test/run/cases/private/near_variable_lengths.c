/* SEQUENTIAL */
/* Rows that overlap, or are read in another order than they are written. */
#include <stdio.h>

static void skewed(int n, int a[n], int rows) {
  int (*short_)[n / 2] = (int (*)[n / 2])a;
  for (int i = 1; i < rows; i++)
    short_[i][0] = short_[i - 1][n / 2 - 1] + i, short_[i][n / 2 - 1] = short_[i][0] * 3 % 101;
}
static void transposed(int n, int a[n][n]) {
  int i = 0;
again:
  for (int k = 1; k < n; k++)
    a[i][k] = a[k - 1][i] + a[i][k - 1];
  if (++i < n)
    goto again;
}
static int longer(int n, int a[n][n]) {
  int at = 1;
  for (int i = 1; i < n; i++) {
    int (*row)[n] = &a[at - 1];
    at = (at * 5 + row[0][i]) % (n - 1) + 1;
    a[at][0] ^= row[1][at];
  }
  return at;
}

int main(void) {
  static int a[30 * 30];
  int i = 0;
next:
  a[i] = i * 37 % 53;
  if (++i < 900)
    goto next;
  skewed(60, a, 25);
  printf("%d\n", a[700]);
  transposed(30, (int (*)[30])a);
  printf("%d %d\n", a[700], longer(30, (int (*)[30])a));
  unsigned s = 0;
  i = 0;
sum:
  s = s * 31 + a[i];
  if (++i < 900)
    goto sum;
  printf("%u\n", s);
  return 0;
}
