/* PARALLEL: 1 */
/* A pipeline that captures nothing: all that it works on has a name outside of the function. */
#include <stdio.h>
static int left = 300;
static double values[301];

static double work(int v) {
  double s = 0;
  for (int i = 0; i < 300; i++)
    s = s * 0.99 + (i ^ v);
  return s;
}

int main(void) {
  for (; left > 0; left -= 1 + left % 3) {
    const int at = left;
    double r = work(at);
    printf("%d %g\n", at, r);
    values[at] = r;
  }
  printf("%d %g\n", left, values[300]);
  return 0;
}
