/* A pointer travels through memory in which the bytes of each pair have changed places, and back.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <strings.h>
#include <unistd.h>
static unsigned x1[4000], x2[4000];
static unsigned *p = x1, *q = x2;
static void f(unsigned *p) {
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < 3999; i++)
      p[i] = p[i] * 3 + i;
}
int main(int argc, char **argv) {
  char b[sizeof q], c[sizeof q];
  swab(&q, b, sizeof q);
  bcopy(b, c, sizeof q);
  swab(c, &p, sizeof q);
  f(p);
  for (int r = 0; r < 20; r++)
    for (int i = 1; i < 4000; i++)
      x2[i] = x2[i] * 5 + i + 1;
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + x1[i] + x2[i];
  printf("%u\n", s);
  return 0;
}
