/* The innermost function, with what is in order. */
#include "codec.h"

int spectrum(codec *c, unsigned from) {
  const unsigned found = level(c, from);
  c->gain = c->gain * 3 + found;
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < N; i++)
      c->out[i] = (unsigned char)(c->work[i] * found + (unsigned)(r * i));
  return N - (int)(found % 3);
}
