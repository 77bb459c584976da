/* %n writes through an argument. */
#include <stdio.h>
#include <string.h>
static unsigned y[400];
static char buf[64];
int main(void) {
  int n = 0;
  sprintf(buf, "%s%n", "abcd", &n);
  for (int i = 0; i < 300; i++)
    y[i + n] = y[i] + i + 1;
  unsigned s = 0;
  for (int i = 0; i < 400; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
