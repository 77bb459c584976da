/* Strtok(NULL) goes on in the string of the call before. */
#include <stdio.h>
#include <string.h>
static unsigned y[4000];
static char buf[64] = "a,bbbbbbbbbbbb,c";
int main(void) {
  char *p = strtok(buf, ",");
  char *q = strtok(NULL, ",");
  for (int r = 0; r < 20000; r++)
    for (int i = 0; i < 10; i++)
      q[i] = q[i] * 3 + i + p[0];
  for (int r = 0; r < 4; r++)
    for (int i = 0; i < 1000; i++)
      y[i] += buf[i % 12] * r + i;
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + y[i];
  for (int i = 0; i < 64; i++)
    s = s * 31 + buf[i];
  printf("%u\n", s);
  return 0;
}
