/* What is called in the loop: two calls lead from here to the other file. */
#include "codec.h"

unsigned level(const codec *c, unsigned from) {
  unsigned sum = from;
  for (int r = 0; r < 20; r++)
    for (int i = 1; i < N; i++)
      sum = sum * 31 + c->work[i] * c->work[i - 1];
  return sum;
}

static void window(codec *c, const unsigned *in) {
  for (int i = 0; i < N; i++)
    c->work[i] = in[i] * 3 + c->old[i];
  for (int i = 0; i < N; i++)
    c->old[i] = in[i] ^ (unsigned)i;
}

static int later(codec *c, const unsigned *in);

int encode(codec *c, const unsigned *in) {
  window(c, in);
  if (in[3] % 6 == 0)
    return -1;
  return later(c, in);
}

static int later(codec *c, const unsigned *in) {
  int bytes = spectrum(c, in[0]);
  return bytes + (int)(in[1] & 1);
}
