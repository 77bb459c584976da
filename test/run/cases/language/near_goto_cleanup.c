/* SEQUENTIAL */
/* What a goto skips or repeats may still be what a loop rests on. */
#include <stdio.h>

enum { N = 300 };
static int a[N], b[N];

/* t has its last value behind the label only if nothing left the stretch. */
static int skipped(int n, int x) {
  int t = x;
  for (int i = 0; i < n; i++) {
    if (a[i] % 7 == x)
      goto next;
    t = a[i] + i;
  next:
    b[i] += t;
  }
  return t;
}
/* The scratch array is written in each iteration but where the goto passes that. */
static void scratch(int n, int x) {
  int kept[4] = {1, 2, 3, 4};
  for (int i = 0; i < n; i++) {
    if (a[i] & 1)
      goto use;
    kept[0] = kept[2] = a[i] + x;
    kept[1] = kept[3] = a[i] - x;
  use:
    b[i] += kept[i & 3];
  }
}
/* From an inner loop past the write. */
static void passed(int n) {
  int last = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      if (a[i] % 11 == k)
        goto use;
    last = a[i];
  use:
    b[i] ^= last;
  }
}
/* Counts in some iterations twice. */
static int recounted(int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
  again:
    b[count] = i;
    count++;
    if (count % 5 == 0 && count < n - 1)
      goto again;
    if (count >= n - 1)
      goto full;
  }
full:
  return count;
}
/* Each repetition goes on from where the one before was. */
static int carried(int n, int x) {
  int i = 0;
more:
  for (int k = 0; k < 3; k++)
    x = x * 3 + a[(i + k) % n];
  if (++i < n)
    goto more;
  return x & 1023;
}
/* Ranges that cross. */
static int crossed(int n, int x) {
  if (x & 1)
    goto second;
first:
  for (int i = 1; i < n; i++)
    a[i] += a[i - 1] & 3;
second:
  for (int i = 1; i < n; i++)
    b[i] -= b[i - 1] & 3;
  if (x++ < 2)
    goto first;
  return x;
}

int main(void) {
  int r = 0, j = 0;
start:
  a[j] = j * 29 % 83;
  b[j] = j * 31 % 89;
  if (++j < N)
    goto start;
  j = 0;
once:
  r = (r * 31 + skipped(N, j) + 2 * recounted(N) + 3 * carried(N, j) + crossed(N, j)) & 0xffff;
  scratch(N, j);
  passed(N);
  printf("%d %d %d\n", r, a[j * 50], b[j * 50]);
  if (++j < 5)
    goto once;
  unsigned s = 0;
  j = 0;
sum:
  s = s * 31 + a[j] + 3 * b[j];
  if (++j < N)
    goto sum;
  printf("%u\n", s);
  return 0;
}
