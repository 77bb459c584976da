/* PARALLEL: 1 */
/* A nest too deep to try each loop within the trials of all loops around it: what a loop needs to
   know of itself is found all the same. */
#include <stdio.h>

static long sums[64], cells[64][1024];

int main(void) {
  for (int a = 0; a < 64; a++) {
    long sum = 0;
    int at = 0;
    for (int b = 0; b < 2; b++)
      for (int c = 0; c < 2; c++)
        for (int d = 0; d < 2; d++)
          for (int e = 0; e < 2; e++)
            for (int f = 0; f < 2; f++)
              for (int g = 0; g < 2; g++)
                for (int h = 0; h < 2; h++)
                  for (int i = 0; i < 2; i++)
                    for (int j = 0; j < 2; j++) {
                      sum += a * b + c * d - e * f + g * h - i * j;
                      cells[a][256 * b + 128 * c + 64 * d + 32 * e + 16 * f + 8 * g + 4 * h + 2 * i + j] = sum + at++;
                    }
    sums[a] = sum + at;
  }
  long all = 0;
  for (int a = 0; a < 64; a++)
    all = all * 31 % 1000003 + sums[a] + cells[a][(a * 37) & 511];
  printf("%ld\n", all);
  return 0;
}
