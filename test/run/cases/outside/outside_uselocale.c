/* SEQUENTIAL: Uselocale holds for one thread only. */
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
static int r[300];
int main(void) {
  uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0));
  for (int i = 0; i < 300; i++) {
    char b[16];
    r[i] = snprintf(b, 16, "%lc", 0xe9 + i);
  }
  int s = 0;
  for (int i = 0; i < 300; i++)
    s += r[i];
  printf("%d\n", s);
  return 0;
}
