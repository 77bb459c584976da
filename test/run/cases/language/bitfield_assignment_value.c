/* The value of (s.b = 9) is what three bits keep of it. */
#include <stdio.h>
static unsigned y[5000];
static struct {
  unsigned b : 3;
  unsigned c : 5;
} s;
int main(int argc, char **argv) {
  int k = (s.b = 9);
  for (int i = 0; i < 4000; i++)
    y[i + k - 1] = y[i + 8] * 3 + i;
  unsigned t = 0;
  for (int i = 0; i < 5000; i++)
    t = t * 31 + y[i];
  printf("%u %d\n", t, k);
  return 0;
}
