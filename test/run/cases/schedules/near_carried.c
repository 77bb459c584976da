/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
int main(void) {
  int a[100] = {1};
  for (int i = 1; i < 100; i++)
    a[i] = (a[i - 1] * 5 + i) % 1009;
  for (int i = 0; i < 99; i++)
    a[i] = a[i + 1] + i;
  printf("%d %d\n", a[99], a[50]);
  return 0;
}
