/* Are the numbers in a table all different? One pass finds the least and the greatest, and one
 * marks each in a map of bits. A table whose numbers are far apart would need too large a map: the
 * answer is "perhaps not" then, and the loop behind the test runs in order. */
#include <kasuri/kasuri.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BITS_FOR_EACH = 64, WORD_BITS = 64 };

static uint64_t read_number(const char *at, int bytes) {
  uint64_t all = 0;
  uint32_t word = 0;
  uint16_t half = 0;
  switch (bytes) {
  case 1:
    return (unsigned char)*at;
  case 2:
    memcpy(&half, at, sizeof half);
    return half;
  case 4:
    memcpy(&word, at, sizeof word);
    return word;
  default:
    memcpy(&all, at, sizeof all);
    return all;
  }
}

/* Numbers below zero follow those above: their bits have the sign bit flipped. */
static uint64_t number_at(const char *at, int bytes) {
  return read_number(at, bytes) ^ (uint64_t)1 << (8 * bytes - 1);
}

__attribute__((visibility("default"))) int ks_are_distinct(ks_int64 low, ks_int64 end, int bytes) {
  if (low == KS_LOST || end == KS_LOST)
    return 0;
  if (end - low <= bytes)
    return 1;
  const char *const first = (const char *)(uintptr_t)low, *const last =
                                                              (const char *)(uintptr_t)end;
  const uint64_t count = (uint64_t)(end - low) / (uint64_t)bytes;
  uint64_t least = UINT64_MAX, greatest = 0;
  for (const char *at = first; at < last; at += bytes) {
    const uint64_t number = number_at(at, bytes);
    least = number < least ? number : least;
    greatest = number > greatest ? number : greatest;
  }
  const uint64_t span = greatest - least;
  if (span < count - 1 || span / MOST_BITS_FOR_EACH > count)
    return 0;
  uint64_t *const map = calloc(span / WORD_BITS + 1, sizeof *map);
  if (map == NULL)
    return 0;
  int are_distinct = 1;
  for (const char *at = first; at < last && are_distinct; at += bytes) {
    const uint64_t place = number_at(at, bytes) - least, bit = (uint64_t)1 << place % WORD_BITS;
    are_distinct = (map[place / WORD_BITS] & bit) == 0;
    map[place / WORD_BITS] |= bit;
  }
  free(map);
  return are_distinct;
}
