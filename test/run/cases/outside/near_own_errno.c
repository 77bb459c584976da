/* PARALLEL: 1
 * errno is what an earlier iteration, or what is in front of the loop, has left. */
#include <errno.h>
#include <math.h>
#include <stdio.h>

enum { N = 600 };
static double x[N], y[N];
static int codes[N];

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    x[i] = i % 50 == 3 ? -1 : i + 1;
  errno = ENOENT;
  for (int i = 0; i < N; i++)
    codes[i] = errno + i;
  for (int i = 0; i < N; i++) {
    y[i] = log(x[i]);
    codes[i] += errno;
    if (i % 50 == 20)
      errno = i;
  }
  for (int i = 0; i < N; i++)
    if (i < 500) {
      errno = 0;
      y[i] += sqrt(x[i]);
      codes[i] += errno;
    }
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)codes[i];
  printf("%u %d\n", sum, errno);
  int *place = &errno;
  for (int i = 0; i < N; i++) {
    *place = 0;
    y[i] += log(x[i]);
    codes[i] += *place;
  }
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)codes[i];
  printf("%u\n", sum);
  return 0;
}
