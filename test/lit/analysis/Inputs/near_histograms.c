/* PARALLEL: 0 */
/* Almost histograms: looked at in the loop, by name or by a pointer, of two kinds, whose index may
 * change between reading and writing, or in floating point and looked at. */
#include <stdio.h>
enum { N = 700 };
struct Pair { int a[8], b[8]; };
static unsigned char x[N];
static int h[64], seen[N], order[N];
static float f[16];
static int next_index(void) {
  static int at;
  return at = (at * 5 + 3) % 64;
}
static void looked_at(void) {
  putchar('.');
  for (int i = 0; i < N; i++)
    seen[i] = h[x[i] & 63]++;
  for (int i = 0; i < N; i++) {
    h[x[i] & 63]++;
    seen[i] += h[0];
  }
}
static void by_pointer(int *p) {
  putchar('.');
  for (int i = 0; i < N; i++) {
    h[x[i] & 63] += 3;
    seen[i] ^= *p;
  }
}
static void two_kinds(void) {
  putchar('.');
  for (int i = 0; i < N; i++) {
    h[x[i] & 63] += 3;
    h[i & 63] ^= 5;
  }
}
static void moving(void) {
  putchar('.');
  for (int i = 0; i < N; i++) {
    int old = h[order[0] & 63];
    order[0] = x[i];
    h[order[0] & 63] = old + 1;
  }
  for (int i = 0; i < N; i++)
    h[next_index()] += x[i];
}
static void floating(void) {
  putchar('.');
  for (int i = 0; i < N; i++) {
    f[x[i] & 15] += 0.1f * (float)i;
    seen[i] += f[3] > 2;
  }
}
static void unsized(int *p) {
  putchar('.');
  for (int i = 0; i < N; i++)
    p[x[i] & 7] += i;
}
static void overlapping(struct Pair *p, struct Pair *q) {
  putchar('.');
  for (int i = 0; i < N; i++) {
    p->a[x[i] & 7] += i;
    q->a[i & 7] *= 3;
  }
}
static void set(void) {
  putchar('.');
  for (int i = 0; i < N; i++) {
    h[x[i] & 63]++;
    if (x[i] == 3)
      h[3] = 0;
  }
}
int main(void) {
  static struct Pair pair;
  unsigned seed = 1;
  for (int i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    x[i] = (unsigned char)(seed >> 23);
  }
  looked_at();
  by_pointer(&h[7]);
  two_kinds();
  moving();
  floating();
  unsized(h);
  overlapping(&pair, &pair);
  set();
  printf("%d %d %d %d %.9g %d\n", h[0], h[7], h[63], seen[77], (double)f[3], pair.a[2]);
  return 0;
}
