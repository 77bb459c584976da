/* PARALLEL: 3 */
/* errno is what the program has set before its first layer, and 0 if it has set nothing: making the team looks for files
 * that may not be there. Later layers look at the machine's load now and then. */
#include <errno.h>
#include <stdio.h>

enum { N = 20000 };
static double a[N];

static void fill(double by) {
  for (int i = 0; i < N; i++)
    a[i] = i * by / (i + 1);
}

static void scale(double by) {
  for (int i = 0; i < N; i++)
    a[i] = (a[i] + by) / (by + 2);
}

static double sum(void) {
  double all = 0;
  for (int i = 0; i < N; i++)
    all += a[i] / 3;
  return all;
}

int main(void) {
  fill(0.5);
  printf("%d\n", errno);
  for (int round = 0; round < 50; round++) {
    errno = round;
    scale(round);
    if (errno != round)
      printf("round %d: %d\n", round, errno);
  }
  errno = 7;
  const double all = sum();
  const int after = errno;
  printf("%d %g\n", after, all);
  return 0;
}
