/* SEQUENTIAL
 * The size in a typedef changes j. */
#include <stdio.h>
static unsigned y[5000];
int main(int argc, char **argv) {
  int j = 0;
  typedef int A[argc + j++];
  for (int q = 0; q < 4000; q++)
    y[q + j] = y[q] * 3 + q;
  unsigned t = 0;
  for (int i = 0; i < 5000; i++)
    t = t * 31 + y[i];
  printf("%u %d\n", t, j);
  return 0;
}
