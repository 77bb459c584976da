/* Tables of numbers that are different or not: of each size, in any order, near and far, below
 * zero; and without memory. */
#include "check.h"

#include <kasuri/kasuri.h>

#include <stdint.h>
#include <string.h>

static int of(const void *table, size_t count, int bytes) {
  const ks_int64 low = (ks_int64)(uintptr_t)table;
  return ks_are_distinct(low, low + (ks_int64)count * bytes, bytes);
}

#define CHECK_ALL(type, ...)                                                                       \
  do {                                                                                             \
    const type table[] = {__VA_ARGS__};                                                            \
    CHECK(of(table, sizeof table / sizeof *table, sizeof(type)));                                  \
    type twice[sizeof table / sizeof *table + 1];                                                  \
    memcpy(twice, table, sizeof table);                                                            \
    twice[sizeof table / sizeof *table] = table[0];                                                \
    CHECK(!of(twice, sizeof table / sizeof *table + 1, sizeof(type)));                             \
  } while (0)

static int has_memory = 1;
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) {
  return has_memory ? __real_calloc(count, size) : NULL;
}

int main(void) {
  CHECK_ALL(signed char, -128, 127, 0, -1, 1);
  CHECK_ALL(unsigned char, 0, 255, 128, 127);
  CHECK_ALL(int16_t, -3, 100, 7, -99);
  CHECK_ALL(uint16_t, 1, 100, 50);
  CHECK_ALL(int32_t, 5, -5, 90, 17, -100);
  CHECK_ALL(uint32_t, 4000000000u, 4000000100u, 4000000050u);
  CHECK_ALL(int64_t, -1, 1, -60, 60, 30);
  CHECK_ALL(uint64_t, UINT64_MAX, UINT64_MAX - 100, UINT64_MAX - 9);
  const int32_t far[] = {0, 1 << 30, -(1 << 30)}, one[] = {3};
  CHECK(!of(far, 3, 4)); /* not known */
  CHECK(of(one, 1, 4) && of(one, 0, 4));
  CHECK(!ks_are_distinct(KS_LOST, 8, 4) && !ks_are_distinct(8, KS_LOST, 4));
  static int32_t many[100000];
  for (int i = 0; i < 100000; i++)
    many[i] = (int32_t)(i * 7919LL % 100000);
  CHECK(of(many, 100000, 4));
  many[99999] = many[5];
  CHECK(!of(many, 100000, 4));
  has_memory = 0;
  CHECK(!of(many, 100000, 4)); /* not known */
  return 0;
}
