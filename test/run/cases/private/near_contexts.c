/* A helper is given the array that its caller writes, by a way that is not seen at once. */
#include <stdio.h>
#include <stdint.h>
static int out[64], in[64], *table[2] = {in, out};
static int last(const int *x, int n) { return n == 0 ? 1 : x[n - 1] + x[n / 2]; }
static int *stored;
static void keep(int *x) { stored = x; }
int main(int argc, char **argv) {
  int *either = argc > 1 ? out : in, *null = 0, *cast = (int *)(uintptr_t)(argc > 1 ? out : in);
  (void)argv;
  for (int r = 0; r < 64; r++) out[r] = last(either, r) + last(in, r);
  for (int r = 0; r < 64; r++) out[r] = last(table[argc > 1], r) + last(in, r);
  keep(in);
  keep(out);
  for (int r = 0; r < 64; r++) out[r] = last(stored, r) + last(in, r);
  for (int r = 0; r < 64; r++) out[r] = last(cast, r) + last(in, r);
  null = argc > 1 ? out : null;
  for (int r = 0; r < 64; r++) out[r] = (null ? last(null, r) : 0) + last(in, r);
  printf("%d %d %d\n", out[63], out[62], in[3]);
  return 0;
}
