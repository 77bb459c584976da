/* A loop's own test runs once more than its body: it reads the next row's element. */
#include <stdio.h>
#include <stdlib.h>
static int a[4096];
int beyond(void) {
  int t = 0;
  for (int c = 0; c < 16; c++) {
    for (int i = 0; t += a[c * 4 + i / 2], i < 8; i++)
      t++;
    a[c * 4] = c;
  }
  return t;
}
void beyond2(int *sum) {
  for (int c = 0; c < 16; c++) {
    int t = 0;
    for (int i = 0; t += a[c * 4 + i / 2], i < 8; i++)
      t++;
    a[c * 4] = t;
  }
}
void beyond3(void) {
  for (int c = 0; c < 16; c++) {
    int t = 0;
    for (int i = 0; t += a[c * 5 + i % 5], i < 4; i++)
      t++;
    a[c * 5 + 4] = t;
  }
}
int main(void) {
  for (int i = 0; i < 4096; i++) a[i] = i * 7;
  int s = beyond();
  beyond2(&s);
  beyond3();
  for (int i = 0; i < 100; i++) printf("%d ", a[i]);
  printf("%d\n", s);
}
