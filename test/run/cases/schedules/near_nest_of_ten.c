/* SEQUENTIAL */
/* The twin of nest_of_ten.c whose pointer walks on through all of the nest, from one iteration of
   the outermost loop to the next. */
#include <stdio.h>

static long sums[64], cells[64][1024];

int main(void) {
  long *next = (long *)cells, before = 1;
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
                      before = *next = sum + before % 7 + at++;
                      next += 1;
                    }
    sums[a] = sum + at;
  }
  for (int a = 0; a < 64; a++)
    printf("%ld %ld\n", sums[a], cells[a][(a * 37) & 511]);
  return 0;
}
