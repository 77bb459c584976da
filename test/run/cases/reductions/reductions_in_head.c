/* PARALLEL: 1 */
/* Reductions in memory, in loops whose heads do more than count. */
#include <stdio.h>
#include <stdlib.h>

struct state {
  unsigned sum, steps;
};

static unsigned term(unsigned i) {
  return (i * 7919u ^ i << 3) & 1023;
}

static void step(struct state *s) {
  s->steps++;
}

int main(void) {
  struct state *st = calloc(1, sizeof *st);
  unsigned i, j;
  for (i = 0, j = 5; i < 4000; i++, j += 3)
    st->sum += term(i + j);
  printf("%u %u\n", st->sum, j);
  for (i = 0; i < 4000; i++, st->steps++)
    st->sum += term(i);
  printf("%u %u\n", st->sum, st->steps);
  for (i = 0; i < 4000; i++, step(st))
    st->sum += term(i);
  printf("%u %u\n", st->sum, st->steps);
  free(st);
  return 0;
}
