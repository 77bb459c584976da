/* PARALLEL: 3 */
/* Extremes of integers whose test is a negation, and with the variable on the left. */
#include <stdio.h>
static int x[1000];
static unsigned char c[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) {
    x[i] = i * 7919 % 499 - 200;
    c[i] = (unsigned char)(i * 31 % 251);
  }
  int most = -1000, at = -1, least = 1000, where = -1;
  for (int i = 0; i < 1000; i++)
    if (!(x[i] <= most)) {
      most = x[i];
      at = i;
    }
  for (int i = 0; i < 1000; i++)
    if (!(least <= x[i])) {
      least = x[i];
      where = i;
    }
  int top = 0, first = -1;
  unsigned char low = 255;
  for (int i = 0; i < 1000; i++) {
    if (!!(top < c[i])) {
      top = c[i];
      first = i;
    }
    if (!(c[i] >= low))
      low = c[i];
  }
  double best = -1;
  int place = -1;
  for (int i = 0; i < 1000; i++)
    if (best < x[i] * 0.5) {
      best = x[i] * 0.5;
      place = i;
    }
  printf("%d %d %d %d %d %d %d %g %d\n", most, at, least, where, top, first, low, best, place);
  return 0;
}
