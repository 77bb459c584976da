/* p=(int*)((char*)p+4) is emitted as p + k*4 elements. */
#include <stdio.h>
int a[1000];
int main(void) {
  int *p = a;
  for (int i = 0; i < 200; i++) {
    *p = i;
    p = (int *)((char *)p + 4);
  }
  printf("%d\n", (int)(p - a));
  unsigned s = 0;
  for (int i = 0; i < 1000; i++)
    s = s * 31 + a[i];
  printf("%u\n", s);
  return 0;
}
