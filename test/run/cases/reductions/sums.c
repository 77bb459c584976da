/* PARALLEL: 1 */
#include <stdio.h>
#include <math.h>
static float term(int i) { return 1.0f / (float)(i + 1) * (i % 3 ? 1.0f : -1.0f); }
int main(void) {
  int count = 0, top = 2147483000;
  unsigned mix = 0;
  float f = 0.25f;
  double d = 1.0;
  for (int i = 0; i < 777; i++)
    count += i % 5;
  for (int i = 0; i < 777; i++)
    mix -= (unsigned)i * 2654435761u;
  for (int i = 0; i < 777; i++)
    f += term(i);
  for (int i = 0; i < 333; i++)
    d -= sqrt((double)i);
  for (int i = 0; i < 40; i++)
    top += i % 2 ? 1000 : -1000;
  printf("%d %u %.9g %.17g %d\n", count, mix, (double)f, d, top);
  return 0;
}
