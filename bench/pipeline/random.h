/* Numbers that look random and are the same in each run, for what generators make. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* The next state of a xorshift generator; not 0, and neither is what follows. */
static inline uint64_t next_state(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

#endif
