/* SEQUENTIAL
 * An alias of a function changes what the function changes. */
#include <stdio.h>
static unsigned x[4000];
static void w(unsigned *p, unsigned v) __attribute__((noinline));
static void w(unsigned *p, unsigned v) {
  for (int r = 0; r < 50; r++)
    for (int i = 0; i < 1000; i++)
      p[i] = p[i] * 3 + v;
}
void w2(unsigned *, unsigned);
static int pos;
void set(void) { pos = 1; }
void set2(void) __attribute__((alias("set")));
int main(void) {
  pos = 0;
  set2();
  int k = pos;
  for (int i = 0; i < 3000; i++)
    x[i + k] = x[i] * 3 + i;
  w(x, 2);
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + x[i];
  printf("%u\n", s);
  return 0;
}
