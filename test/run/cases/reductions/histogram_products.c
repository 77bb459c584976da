/* PARALLEL: 1 */
/* Products of small elements: copies are as wide as int, which the source computes them in. */
#include <stdio.h>
enum { N = 60 };
static unsigned char x[N];
static short product[4] = {3, 5, 7, 9};

static void multiply(int n) {
  for (int i = 0; i < n; i++)
    product[x[i] & 3] *= 51;
}

int main(void) {
  x[0] = 1;
  for (int i = 1; i < N; i++)
    x[i] = (unsigned char)(x[i - 1] * 5 + 3);
  multiply(N);
  printf("%d %d %d %d\n", product[0], product[1], product[2], product[3]);
  return 0;
}
