/* SEQUENTIAL
 * The version of the compiler decides what the program is. */
#include <stdio.h>
#if __GNUC__ >= 5
#define D 1
#else
#define D 0
#endif
static unsigned y[5000];
int main(void) {
  for (int i = 0; i < 4000; i++)
    y[i + D] = y[i] * 3 + i;
  unsigned s = 0;
  for (int i = 0; i < 5000; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
