/* PARALLEL: 1 */
/* A helper is given different arrays in different calls; each call touches only its own. */
#include <stdio.h>
#include <stdlib.h>
static long sum(const int *x, int n) { long s = 0; for (int i = 0; i < n; i++) s = s * 3 % 10007 + x[i]; return s; }
static int *pick(int **p) { return *p; }
int main(void) {
  static int out[64], in[64], other[64];
  int *heap = malloc(sizeof out), *ways[2];
  ways[0] = in;
  ways[1] = heap;
  for (int i = 0; i < 64; i++) in[i] = i * 7 % 13, heap[i] = i;
  for (int r = 0; r < 64; r++) out[r] = (int)sum(heap, 64 - r);
  for (int r = 0; r < 64; r++) other[r] = (int)sum(*ways, r) + (int)sum(pick(&ways[1]), r);
  printf("%ld %ld %ld\n", sum(out, 64), sum(other, 64), sum(in, 64));
  free(heap);
  return 0;
}
