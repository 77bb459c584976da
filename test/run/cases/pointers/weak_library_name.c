/* SEQUENTIAL
 * A weak function with a library function's name is what its body is. */
#include <stdio.h>
static unsigned y[500];
static unsigned n;
__attribute__((weak)) int rand_r(unsigned *s) {
  n = n * 3 + *s;
  return n;
}
int main(void) {
  for (int i = 0; i < 300; i++) {
    unsigned q = i;
    y[i] = rand_r(&q);
  }
  unsigned t = 0;
  for (int i = 0; i < 500; i++)
    t = t * 31 + y[i];
  printf("%u\n", t);
  return 0;
}
