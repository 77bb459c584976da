/* PARALLEL: 5 */
/* Arrays that a loop only adds to, wherever: each part has its own from nothing. */
#include <stdio.h>
#include <string.h>
enum { N = 6000 };
struct Stats { int used; unsigned seen[32]; long weight[4][8]; };
static unsigned char x[N], y[N];
static int count[256];
static short narrow[16];
static unsigned masks[8], products[8];
static void named(void) {
  int local[3] = {1, 2, 3};
  for (int i = 0; i < N; i++) {
    count[x[i]]++;
    count[y[i]] += 2;
    narrow[y[i] & 15] = (short)(narrow[y[i] & 15] - x[i]);
    if (x[i] > 100)
      local[i % 3] += y[i];
  }
  printf("%d %d %d %d %d\n", count[0], count[77], narrow[3], local[0], local[2]);
}
static void members(struct Stats *s, struct Stats *t) {
  for (int i = 0; i < N; i++) {
    s->seen[x[i] & 31]++;
    t->weight[x[i] & 3][y[i] & 7] += i;
  }
  printf("%u %ld\n", s->seen[5], t->weight[1][3]);
}
static void operators(void) {
  memset(masks, 0xff, sizeof masks);
  for (int i = 0; i < 8; i++)
    products[i] = 1;
  for (int i = 0; i < N; i++) {
    masks[x[i] & 7] &= ~(1u << (y[i] & 31));
    products[y[i] & 7] *= x[i] | 1u;
  }
  printf("%x %x %u %u\n", masks[0], masks[7], products[0], products[5]);
}
static void columns(int rows) {
  static int sums[64];
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < 64; c++)
      sums[c] += x[r * 64 + c];
  printf("%d %d\n", sums[0], sums[63]);
}
int main(void) {
  static struct Stats s;
  unsigned seed = 1;
  for (int i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    x[i] = (unsigned char)(seed >> 23);
    y[i] = (unsigned char)(seed >> 11);
  }
  named();
  members(&s, &s);
  operators();
  columns(N / 64);
  return 0;
}
