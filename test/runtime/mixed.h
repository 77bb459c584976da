/* Numbers that look random and are the same in each run: for what an iteration of a test's loop
 * does. */
#ifndef TEST_RUNTIME_MIXED_H
#define TEST_RUNTIME_MIXED_H

#include <stdint.h>

static inline uint32_t mixed(uint32_t seed, int64_t k, uint32_t what) {
  uint32_t h = seed * 2654435761u + (uint32_t)k * 40503u + what * 977u;
  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  return h ^ h >> 15;
}

#endif
