/* PARALLEL: 8 */
/* Histograms behind pointers to arrays of unknown size, whose subscripts are bounded by their types
 * or by what they are computed from; the arrays are no longer than the data asks for. Counters that
 * are narrower than the arithmetic, and wrap around. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 20000 };
static unsigned char bytes[N];
static unsigned short words[N];
static int large[N];
static int count(unsigned *h, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i]]++;
  return n;
}
static int shifted(short *h, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i] >> 3] += (short)(i * 7);
  return n;
}
static int masked(unsigned char *h, const unsigned short *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i] & 1023] += 3;
  return n;
}
static int marked(unsigned long *h, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i]] |= 1ul << (i % 50);
  return n;
}
static int multiplied(unsigned short *h, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i]] *= (unsigned short)(i | 1);
  return n;
}
static int far(signed short *h, int n) {
  for (int i = 0; i < n; i++)
    h[bytes[i] & 1] = (short)(h[bytes[i] & 1] + large[i]);
  return n;
}
static int narrow(int n) {
  signed char sum = -1;
  for (int i = 0; i < n; i++)
    sum = (signed char)(sum + large[i]);
  return sum;
}
static long mixed(const long *terms, int n) {
  int sum = -3;
  for (int i = 0; i < n; i++)
    sum = (int)(sum + terms[i]);
  return sum;
}
int main(void) {
  unsigned seed = 7;
  for (int i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    bytes[i] = (unsigned char)(seed >> 24) % 50;
    words[i] = (unsigned short)((seed >> 16) % 300 + 1024);
    large[i] = i % 2 ? INT_MAX - 70000 : INT_MIN + 70000;
  }
  unsigned *h = calloc(50, sizeof *h);
  short *s = calloc(7, sizeof *s);
  unsigned char *c = calloc(300, 1);
  unsigned long *m = calloc(50, sizeof *m);
  unsigned short *w = malloc(50 * sizeof *w);
  signed short two[2] = {-3, -4};
  for (int i = 0; i < 50; i++)
    w[i] = (unsigned short)(i * 2 + 1);
  int n = count(h, bytes, N);
  n = shifted(s, bytes, n);
  n = masked(c, words, n);
  n = marked(m, bytes, n);
  n = multiplied(w, bytes, n);
  n = far(two, n);
  long *terms = malloc(N * sizeof *terms);
  for (int i = 0; i < N; i++)
    terms[i] = i % 2 ? LONG_MAX - 200000 : LONG_MIN + 200000;
  int low = narrow(n);
  long high = mixed(terms, n + low - low);
  unsigned long sum = 0;
  for (int i = 0; i < 50; i++)
    sum = sum * 31 + h[i] + m[i] + w[i];
  for (int i = 0; i < 7; i++)
    sum = sum * 31 + (unsigned short)s[i];
  for (int i = 0; i < 300; i++)
    sum = sum * 31 + c[i];
  printf("%lu %d %d %d %ld\n", sum, two[0], two[1], low, high);
  count(h, bytes, 0);
  count(NULL, NULL, 0);
  free(h), free(s), free(c), free(m), free(w), free(terms);
  return 0;
}
