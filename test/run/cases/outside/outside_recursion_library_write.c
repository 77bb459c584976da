/* Memcpy in a cycle of functions writes pos. */
#include <stdio.h>
#include <string.h>
static int pos;
static int one = 1;
static unsigned y[5000];
static void g(int n);
static void f(int n) {
  if (n > 0)
    g(n - 1);
  memcpy(&pos, &one, sizeof pos);
}
static void g(int n) {
  if (n > 0)
    f(n - 1);
}
int main(void) {
  pos = 0;
  g(3);
  int k = pos;
  for (int i = 1; i < 4000; i++)
    y[i + k] = y[i] * 3 + i;
  unsigned s = 0;
  for (int i = 0; i < 5000; i++)
    s = s * 31 + y[i];
  printf("%u %d\n", s, k);
  return 0;
}
