/* PARALLEL: 1 */
#include <stdio.h>
#include <stddef.h>
static int a[300], b[300], c[300];
int main(void) {
  int n = 300;
  size_t u;
  for (int i = n - 1; i >= 0; i -= 2)
    a[i] = i * 3;
  for (u = 1; u < 300; u += 7)
    b[u] = (int)u;
  for (int *p = c; p < c + 300; p++)
    *p = 9;
  for (unsigned k = 10; k <= 5; k++)
    c[k] = 1;
  long s = 0;
  for (int i = 0; i < n; i++)
    s = (s * 31 + a[i] + 2 * b[i] + 3 * c[i]) % 1000003;
  printf("%ld %zu\n", s, u);
  return 0;
}
