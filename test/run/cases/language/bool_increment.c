/* b++ makes a _Bool 1, whatever it was. */
#include <stdio.h>
static unsigned y[5000];
int main(int argc, char **argv) {
  _Bool b = 1;
  b++;
  for (int i = 0; i < 4000; i++)
    y[i + 2] = y[i + b + b] * 3 + y[i + b] + i;
  for (int i = 0; i < 4000; i++)
    y[i + b] = y[i + 2] * 3 + i;
  unsigned t = 0;
  for (int i = 0; i < 5000; i++)
    t = t * 31 + y[i];
  printf("%u %d\n", t, b);
  return 0;
}
