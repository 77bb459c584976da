// A loop that stays sequential: the remark says what would help
#include <stdio.h>

enum { DAYS = 2000000 };
static double sold[DAYS], smooth[DAYS];

int main(void) {
  for (int i = 0; i < DAYS; i++)
    sold[i] = i % 100;

  smooth[0] = sold[0];
  for (int i = 1; i < DAYS; i++)
    smooth[i] = 0.9 * smooth[i - 1] + 0.1 * sold[i];

  printf("%.3f\n", smooth[DAYS - 1]);
}
