/* Assembly that sets how arithmetic rounds, here and in a called function, runs in its place and in the
 * caller's thread, whatever memory the loops beside it use. */
#include <stdio.h>
static volatile int start = 1;
#if defined __x86_64__
static void set(unsigned mode) {
  unsigned control = 0x1f80 | mode << 13;
  __asm__ volatile("ldmxcsr %0" : : "m"(control));
}
#else
static void set(unsigned mode) { (void)mode; }
#endif
int main(void) {
  double up[300], down[300], near[300], totals[3] = {0, 0, 0};
  int first = start;
  set(2);
  for (int i = 0; i < 300; i++)
    up[i] = 1.0 / (first + 2 * i);
  set(1);
  for (int i = 0; i < 300; i++)
    down[i] = 1.0 / (first + 2 * i);
#if defined __x86_64__
  unsigned control = 0x1f80;
  __asm__ volatile("ldmxcsr %0" : : "m"(control));
#endif
  for (int i = 0; i < 300; i++)
    near[i] = 1.0 / (first + 2 * i);
  for (int i = 0; i < 300; i++) {
    totals[0] += up[i];
    totals[1] += down[i];
    totals[2] += near[i];
  }
  printf("%.17g %.17g %.17g\n", totals[0], totals[1], totals[2]);
  return 0;
}
