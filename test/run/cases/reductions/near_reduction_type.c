/* PARALLEL: 0 */
/* The loop asks for the type of what it reduces: a part's own variable may have another. */
#include <stdio.h>
enum { N = 40 };
static int x[N];

static int by_size(int n) {
  unsigned char s = 0;
  for (int i = 0; i < n; i++)
    s += sizeof s + (x[i] & 1);
  return s;
}
static int by_typeof(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    __typeof__(s) half = x[i];
    s += half / 2;
  }
  return s;
}
static int by_selection(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += _Generic(s, int: 1, default: 2) + x[i];
  return s;
}
static double by_size_of_terms(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += (double)sizeof s * x[i];
  return s;
}
static int by_size_of_place(unsigned char *s, int n) {
  for (int i = 0; i < n; i++)
    *s += sizeof *s + (x[i] & 1);
  return *s;
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 7 * 3 - 11;
  unsigned char place = 0;
  printf("%d %d %d\n", by_size(N), by_typeof(N), by_selection(N));
  printf("%g %d\n", by_size_of_terms(N), by_size_of_place(&place, N));
  return 0;
}
