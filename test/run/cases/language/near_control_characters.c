/* Control characters in a string, which the compiler marks text with. */
#include <stdio.h>

static char s[1000];
static long q[1000];

int main(void) {
  int n = 1000;
  long b = 7;
  for (int i = 0; i < n; i++) {
    s[i] = "abc"[i % 11];
    q[i] = b * i;
  }
  long h = 0;
  for (int i = 0; i < n; i++)
    h += (i % 7) * s[i] + q[i];
  printf("%ld\n", h);
  return 0;
}
