/* PARALLEL: 5 */
/* Only the statements that a goto runs out of order are irregular: loops beside them are not. */
#include <stdio.h>

static int a[600], b[600];

static int retried(int n, int x) {
  for (int i = 0; i < n; i++)
    a[i] += i * x;
again:
  if (a[x & 15] % 7) {
    a[x & 15]++;
    goto again;
  }
  for (int i = 0; i < n; i++)
    b[i] += a[i];
  return x;
}
static int cleaned(int n, int x) {
  int done = 0;
  for (int i = 0; i < n; i++)
    a[i] ^= x;
  if (x > 3)
    goto fail;
  done = 1;
fail:
  for (int i = 0; i < n; i++)
    b[i] -= x;
  return done;
}
static int inside(int n) {
  int kept = 0;
  for (int j = 0; j < 3; j++) {
    if (b[j] & 1)
      goto next;
    kept++;
  next:
    for (int i = 0; i < n; i++)
      b[i] = b[i] * 3 + j;
  }
  return kept;
}
static int beside(int n, int x) {
  switch (x & 3) {
  case 0:
    goto out;
  case 1:
    a[1]++;
  out:
  default:
    a[2]++;
  }
  for (int i = 0; i < n; i++)
    a[i] -= b[i];
  return a[2];
}

int main(void) {
  int r = 0;
  for (int x = 0; x < 6; x++) {
    r = (r * 31 + retried(500, x) + 2 * cleaned(500, x) + 3 * inside(500) + 5 * beside(500, x)) & 0xffff;
    printf("%d\n", r);
  }
  unsigned s = 0;
  for (int i = 0; i < 600; i++)
    s = s * 31 + a[i] + 3 * b[i];
  printf("%u\n", s);
  return 0;
}
