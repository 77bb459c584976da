/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
#include <stdlib.h>
static int found(const int *a, int n, int x) { for (int i = 0; i < n; i++) if (a[i] == x) return i; return -1; }
int main(void) {
  int a[40], last = -1, seen = 0, *p = a;
  for (int i = 0; i < 40; i++) a[i] = i * 11 % 40;
  for (int i = 0; i < 40; i++) { if (a[i] > 35) break; seen = i; }
  for (int i = 0; i < 40; i++) if (a[i] % 3 == 0) last = i;
  int n = 40;
  for (int i = 0; i < n; i++) { if (i == 20) n = 25; *p++ += i; }
  printf("%d %d %d %d %d\n", found(a, 40, 12), last, seen, n, a[30]);
  for (int i = 0; i < 40; i++) { a[i] = i; if (a[i] == 33) { printf("leaving at %d\n", i); exit(5); } }
  return 0;
}
