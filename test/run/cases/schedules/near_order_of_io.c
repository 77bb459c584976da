/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
#include <stdlib.h>
static int next(void) { static int n; n = (n * 5 + 3) % 17; return n; }
static int scratch[16];
static int noisy(int i) { printf("<%d>", i); return i; }
static int shared(int i) { for (int k = 0; k < 16; k++) scratch[k] = i + k; int s = 0; for (int k = 0; k < 16; k++) s += scratch[k] * k; return s; }
int main(void) {
  int a[30], b[30], c[30], d[30];
  srand(4);
  for (int i = 0; i < 30; i++) a[i] = rand() % 1000;
  for (int i = 0; i < 30; i++) b[i] = next();
  for (int i = 0; i < 30; i++) c[i] = noisy(i);
  for (int i = 0; i < 30; i++) d[i] = shared(i);
  long s = 0;
  for (int i = 0; i < 30; i++) s = (s * 31 + a[i] + 3 * b[i] + 5 * c[i] + 7 * d[i]) % 1000003;
  printf(" %ld\n", s);
  return 0;
}
