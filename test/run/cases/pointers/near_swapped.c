/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
static int x[50], y[50];
int main(void) {
  int *cur = x, *next = y;
  for (int i = 0; i < 50; i++) x[i] = i;
  for (int t = 0; t < 9; t++) {
    for (int i = 1; i < 49; i++) next[i] = (cur[i - 1] + cur[i + 1]) % 97 + t;
    int *tmp = cur; cur = next; next = tmp;
  }
  long s = 0;
  for (int i = 0; i < 50; i++) s = s * 3 % 10007 + cur[i];
  printf("%ld\n", s);
  return 0;
}
