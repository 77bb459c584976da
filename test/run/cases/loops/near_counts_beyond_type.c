/* Loops with more iterations than their variables' type has positive numbers. */
#include <stdio.h>

static int a[256], b[256];

static int down(signed char from) {
  int sum = 0;
  for (signed char i = from; i >= 0; i--) {
    sum += a[i];
    b[i] = i;
  }
  return sum;
}

static int between(signed char low, signed char high) {
  int sum = 0;
  for (signed char i = low; i < high; i++) {
    sum += a[i + 128];
    b[i + 128] = i * 3;
  }
  return sum;
}

static int steps(short low, short high) {
  int sum = 0;
  for (short i = low; i <= high; i += 2)
    sum += a[(i + 32768) % 256];
  return sum;
}

int main(void) {
  for (int i = 0; i < 256; i++) {
    a[i] = i;
    b[i] = 9;
  }
  printf("%d\n", down(127));
  printf("%d %d %d\n", b[0], b[100], b[127]);
  printf("%d %d\n", between(-128, 127), between(-3, 100));
  printf("%d %d %d\n", b[0], b[128], b[254]);
  printf("%d\n", steps(-32767, 32000));
  return 0;
}
