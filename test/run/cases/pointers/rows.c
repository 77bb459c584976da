/* PARALLEL: 1 */
#include <stdio.h>
#include <stdlib.h>
typedef struct { float x[64]; int n; double sum; const float *gain; } Row;
typedef struct { int count; Row row[8]; float gains[64]; } Handle;
static void fill(Row *r, int seed) {
  float *p = r->x;
  for (int i = 0; i < 64; i++)
    *p++ = (float)((seed * 7 + i * 13) % 101);
  r->n = 64;
}
static double work(const Handle *h, Row *r) {
  double s = 0;
  for (int i = 0; i < r->n; i++)
    s += r->x[i] * h->gains[i];
  r->sum = s;
  return s;
}
int main(void) {
  Handle *h = calloc(1, sizeof *h);
  if (h == NULL)
    return 1;
  h->count = 5;
  for (int i = 0; i < 64; i++)
    h->gains[i] = i * 0.125f;
  double total = 0;
  for (int c = 0; c < h->count; c++)
    fill(&h->row[c], c);
  for (int c = 0; c < h->count; c++)
    total += work(h, &h->row[c]);
  printf("%.17g %.17g\n", total, h->row[4].sum);
  free(h);
  return 0;
}
