/* SEQUENTIAL */
/* A structure that a call returns into a variable of the loop's body, which jumps backwards, so that
 * nothing but the declaration says that the variable is new in each iteration. */
#include <stdio.h>

struct item {
  unsigned x;
  int v[8];
};

static struct item changed(struct item s, unsigned k) {
  s.x += k;
  s.v[k & 7] = (int)s.x;
  return s;
}

static struct item start;
static unsigned last;

int main(void) {
  for (int i = 0; i < 60; i++) {
    struct item c = changed(start, last);
    int n = 0;
  again:
    c.v[n] += i;
    if (++n < 3)
      goto again;
    struct item d = changed(c, (unsigned)i);
    last = d.x + (unsigned)d.v[1];
  }
  printf("%u\n", last);
  return 0;
}
