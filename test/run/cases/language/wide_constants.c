/* PARALLEL: 1
   Constants that no signed number of 64 bits holds, where the compiler reads constants. */
#include <stdint.h>
#include <stdio.h>

enum Huge { ALL = 0xFFFFFFFFFFFFFFF0u, HALF = 0x8000000000000000u };
static uint64_t a[200], b[200];
static int order[200];

static int kindOf(uint64_t x) {
  switch (x) {
  case 0xFFFFFFFFFFFFFFFFu:
    return 1;
  case 0x8000000000000000u ... 0x8000000000000003u:
    return 2;
  case ALL:
    return 3;
  default:
    return 4;
  }
}

int main(int argc, char **argv) {
  const unsigned long n = 50ul * (unsigned long)argc;
  (void)argv;
  for (unsigned long i = 18; i + 18446744073709551598ul < n; i++) /* minus 18 */
    order[i] = (int)i;
  for (uint64_t i = 0; i - 0xFFFFFFFFFFFFFFFFu < 100; i++) /* plus 1 */
    order[i] += (int)i;
  for (uint64_t i = 200; i != 0; i += 0xFFFFFFFFFFFFFFFFu) /* minus 1 */
    a[i - 1] = i;
  for (uint64_t i = 0xFFFFFFFFFFFFFFF0u; i < 0xFFFFFFFFFFFFFFFEu; i++)
    b[i & 15] = i;
  for (__int128 i = (__int128)1 << 100; i < ((__int128)1 << 100) + 20; i++)
    a[(int)(i - ((__int128)1 << 100))] ^= 3;
  for (int i = 0; i < 200; i++) /* bits, an enumerator, a shift of 128 bits */
    b[i] = (b[i] & ALL) | (a[i] + HALF) >> 60 | (uint64_t)(((unsigned __int128)i << 100) >> 98);
  for (int i = 0; i < 200; i++)
    order[i] += kindOf(i % 4 == 0 ? HALF + (uint64_t)i : ALL);
  uint64_t hash = 0;
  for (int i = 0; i < 200; i++)
    hash = hash * 31 + a[i] + b[i] + (uint64_t)order[i];
  printf("%llu\n", (unsigned long long)hash);
  return 0;
}
