/* PARALLEL: 1 */
#include <stdio.h>
int main(void)
{
  int a[50];
  for (int i = 0; i < 50; i++)
    a[i] = i * 7 % 11;
  int s = 0;
  for (int i = 0; i < 50; i++)
    s = s * 3 % 1009 + a[i];
  printf("%d\n", s);
  return 0;
}