/* Tests of the elements of a table, by hand: ends, both directions, gaps, each type, NaN, and no
 * read behind the first element that decides. */
#include <kasuri/kasuri.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>

static int failures;

static void expect(int is, int wanted, const char *what) {
  if (is != wanted) {
    printf("%s: %d instead of %d\n", what, is, wanted);
    failures++;
  }
}

static ks_int64 place(const void *at) { return (ks_int64)(uintptr_t)at; }

static void test_integers(void) {
  const int32_t words[6] = {3, -1, 5, 9, 5, 3};
  const ks_int64 low = place(words), end = place(words + 6);
  expect(ks_all_lie_between(low, end, 4, 4, 1, -1, 9), 1, "both ends included");
  expect(ks_all_lie_between(low, end, 4, 4, 1, 0, 9), 0, "one below");
  expect(ks_all_lie_between(low, end, 4, 4, 1, -1, 8), 0, "one above");
  expect(ks_all_lie_between(low, low + 20, 8, 4, 1, 3, 5), 1, "every second");
  expect(ks_all_lie_between(low + 12, low + 16, -8, 4, 1, 9, 9), 1, "one, downwards");
  expect(ks_all_lie_between(low, low, 4, 4, 1, 7, 7), 1, "none");
  expect(ks_all_lie_between(low, low - 4, 8, 4, 1, 7, 7), 1, "less than none");
  expect(ks_all_lie_between(low, KS_LOST, 4, 4, 1, -9, 9), 0, "no end");
  expect(ks_all_lie_between(low, end, 4, 4, 1, -9, KS_LOST), 0, "no limit");
  const uint8_t bytes[2] = {200, 255};
  expect(ks_all_lie_between(place(bytes), place(bytes + 2), 1, 1, 0, 200, 255), 1, "bytes");
  expect(ks_all_lie_between(place(bytes), place(bytes + 2), 1, 1, 1, -56, -1), 1, "signed bytes");
  const uint16_t halves[2] = {40000, 1};
  expect(ks_all_lie_between(place(halves), place(halves + 2), 2, 2, 0, 1, 40000), 1, "halves");
  const uint64_t large[1] = {UINT64_MAX};
  expect(ks_all_lie_between(place(large), place(large + 1), 8, 8, 0, 0, INT64_MAX), 0, "too large");
  expect(ks_all_lie_between(place(large), place(large + 1), 8, 8, 1, -1, -1), 1, "signed");
}

static void test_order(void) {
  /* What follows the first that decides has no address. */
  const int32_t words[2] = {-1, 4};
  const ks_int64 beyond = place(words) + ((ks_int64)1 << 46);
  expect(ks_all_lie_between(place(words), beyond, 4, 4, 1, 0, 9), 0, "up to the first");
  expect(
      ks_all_lie_between(place(words + 1) - ((ks_int64)1 << 46), place(words + 2), -4, 4, 1, 0, 3),
      0, "down to the first");
}

static void test_reals(void) {
  const double numbers[3] = {1, NAN, 2.5};
  const ks_int64 low = place(numbers), end = place(numbers + 3);
  expect(ks_no_real_is(low, end, 8, 8, KS_LESS, 1, 1), 1, "none below");
  expect(ks_no_real_is(low, end, 8, 8, KS_LESS_EQUAL, 1, 1), 0, "one at the limit");
  expect(ks_no_real_is(low, end, 8, 8, KS_GREATER_EQUAL, 0, 1), 0, "NaN is not from the limit on");
  expect(ks_no_real_is(low, end, 8, 8, KS_GREATER, 1, 2.5), 1, "none above");
  expect(ks_no_real_is(low, end, 8, 8, KS_EQUAL, 1, 2.5), 0, "one equal");
  expect(ks_no_real_is(low, end, 8, 8, KS_NOT_EQUAL, 1, 1), 0, "others");
  expect(ks_no_real_is(low, low + 8, 8, 8, KS_NOT_EQUAL, 1, 1), 1, "the same");
  expect(ks_no_real_is(KS_LOST, end, 8, 8, KS_LESS, 1, 1), 0, "no place");
  const float small[2] = {0.5f, 0.25f};
  expect(ks_no_real_is(place(small), place(small + 2), -4, 4, KS_LESS, 1, 0.25), 1, "floats");
  expect(ks_no_real_is(place(small), place(small + 2), -4, 4, KS_LESS, 1, 0.3), 0, "a float below");
}

int main(void) {
  test_integers();
  test_order();
  test_reals();
  printf("%d failures\n", failures);
  return failures != 0;
}
