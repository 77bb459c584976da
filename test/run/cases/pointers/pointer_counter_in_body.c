/* p++ in head and body. */
#include <stdio.h>
int a[100];
int main(void) {
  for (int *p = a; p < a + 100; p++) {
    *p = (int)(p - a) + 1;
    p++;
  }
  unsigned s = 0;
  for (int i = 0; i < 100; i++)
    s = s * 31 + a[i];
  printf("%u\n", s);
  return 0;
}
