/* Output to a stream writes the array behind it. */
#define _GNU_SOURCE
#include <stdio.h>
static char buf[4000];
static unsigned y[4000];
static void wr(FILE *f) {
  for (int i = 0; i < 3000; i++) {
    rewind(f);
    fprintf(f, "%d", i);
    fflush(f);
  }
}
static void rd(void) {
  for (int r = 0; r < 8; r++)
    for (int i = 0; i < 4000; i++)
      y[i] += buf[i & 7] * r;
}
int main(void) {
  FILE *f = fmemopen(buf, 4000, "w");
  wr(f);
  rd();
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
