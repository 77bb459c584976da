/* PARALLEL: 2
 * Errno is read after loops that may set it; the first two loops stay parallel. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double x[4000], y[4000];
static long z[4000];
static const char *st[4] = {"1", "99999999999999999999999", "7", "abc"};
int main(void) {
  errno = 0;
  for (int i = 0; i < 4000; i++)
    x[i] = i == 100 ? -1 : i + 1;
  x[200] = 0;
  for (int i = 0; i < 4000; i++)
    y[i] = log(x[i]);
  printf("%d\n", errno);
  errno = 0;
  for (int i = 0; i < 4000; i++)
    z[i] = strtol(st[i % 4], NULL, 10);
  printf("%d\n", errno);
  int e[100];
  for (int i = 0; i < 100; i++) {
    errno = 0;
    y[i] = sqrt(x[i + 50]);
    e[i] = errno;
  }
  int s = 0;
  for (int i = 0; i < 100; i++)
    s += e[i];
  printf("%d\n", s);
  return 0;
}
