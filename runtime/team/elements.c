/* Does a number in a table end the loop behind the test? The numbers are read in the order of the
 * loop and no further than it would, so all that is read may be read. */
#include <kasuri/kasuri.h>

#include <stdint.h>
#include <string.h>

/* Bytes [low, end), numbers `pitch` apart. */
typedef struct {
  ks_int64 low, end, pitch;
  int bytes;
} elements;

static int is_lost(const elements *all) { return all->low == KS_LOST || all->end == KS_LOST; }

static uint64_t count_of(const elements *all) {
  const uint64_t step = (uint64_t)(all->pitch < 0 ? -all->pitch : all->pitch);
  return all->end - all->low < all->bytes ? 0
                                          : (uint64_t)(all->end - all->low - all->bytes) / step + 1;
}

static const char *place_of(const elements *all, uint64_t index) {
  const ks_int64 first = all->pitch < 0 ? all->end - all->bytes : all->low;
  return (const char *)(uintptr_t)(first + (ks_int64)index * all->pitch);
}

/* One that does not fit counts as KS_LOST, which lies between no two numbers. */
static ks_int64 integer_at(const char *at, int bytes, int is_signed) {
  int8_t byte;
  int16_t half;
  int32_t word;
  int64_t all;
  switch (bytes) {
  case 1:
    memcpy(&byte, at, sizeof byte);
    return is_signed ? byte : (uint8_t)byte;
  case 2:
    memcpy(&half, at, sizeof half);
    return is_signed ? half : (uint16_t)half;
  case 4:
    memcpy(&word, at, sizeof word);
    return is_signed ? word : (ks_int64)(uint32_t)word;
  default:
    memcpy(&all, at, sizeof all);
    return is_signed || all >= 0 ? all : KS_LOST;
  }
}

__attribute__((visibility("default"))) int ks_all_lie_between(ks_int64 low, ks_int64 end,
                                                              ks_int64 pitch, int bytes,
                                                              int is_signed, ks_int64 least,
                                                              ks_int64 most) {
  const elements all = {low, end, pitch, bytes};
  if (is_lost(&all) || least == KS_LOST || most == KS_LOST)
    return 0;
  const uint64_t count = count_of(&all);
  for (uint64_t i = 0; i < count; i++) {
    const ks_int64 number = integer_at(place_of(&all, i), bytes, is_signed);
    if (number < least || number > most)
      return 0;
  }
  return 1;
}

static double real_at(const char *at, int bytes) {
  float single_precision;
  double number;
  if (bytes == sizeof single_precision) {
    memcpy(&single_precision, at, sizeof single_precision);
    return single_precision;
  }
  memcpy(&number, at, sizeof number);
  return number;
}

static int is_in_relation(double number, int relation, double limit) {
  switch (relation) {
  case KS_LESS:
    return number < limit;
  case KS_LESS_EQUAL:
    return number <= limit;
  case KS_GREATER:
    return number > limit;
  case KS_GREATER_EQUAL:
    return number >= limit;
  case KS_EQUAL:
    return number == limit;
  default:
    return number != limit;
  }
}

__attribute__((visibility("default"))) int ks_no_real_is(ks_int64 low, ks_int64 end, ks_int64 pitch,
                                                         int bytes, int relation, int outcome,
                                                         double limit) {
  const elements all = {low, end, pitch, bytes};
  if (is_lost(&all))
    return 0;
  const uint64_t count = count_of(&all);
  for (uint64_t i = 0; i < count; i++)
    if (is_in_relation(real_at(place_of(&all, i), bytes), relation, limit) == outcome)
      return 0;
  return 1;
}
