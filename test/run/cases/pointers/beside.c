/* PARALLEL: 1 */
#include <stdio.h>
static int a[500], b[500];
static void left(void) { for (int i = 1; i < 500; i++) a[i] = (a[i - 1] * 3 + i) % 10007; }
static void right(void) { for (int i = 1; i < 500; i++) b[i] = (b[i - 1] ^ i) + 5; }
int main(void) {
  a[0] = 1;
  b[0] = 2;
  left();
  right();
  printf("%d %d\n", a[499] & 0xffff, b[499]);
  return 0;
}
