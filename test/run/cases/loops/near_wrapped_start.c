/* SEQUENTIAL */
// Where a loop starts may be a sum that 64 bits cut off: it says nothing of the sum's parts.
#include <stddef.h>
#include <stdio.h>

static int a[4096];

static void after(size_t n, size_t m, size_t k) {
  for (size_t i = n + m + 1; i < k; i++)
    a[i] = a[n] + 1;
}

static void until(size_t n, size_t m, size_t k) {
  for (size_t i = n + m; i != n + m + k; i++)
    a[i & 4095] = a[n] + a[i - m & 4095];
}

int main(int argc, char **argv) {
  const size_t minus = (size_t)0 - 3 * (size_t)argc;
  (void)argv;
  for (int i = 1; i < 4096; i++)
    a[i] = a[i - 1] * 3 + i;
  after(9, minus, 4000);
  until(3, minus, 2000);
  unsigned s = 0;
  for (int i = 0; i < 4096; i++)
    s = s * 31 + (unsigned)a[i] % 1000;
  printf("%u\n", s);
  return 0;
}
