/* Two fields in turn, through pointers. With pragmas of OpenMP, by hand. */
#include <stdio.h>

#define SIZE 1024

typedef unsigned char field[SIZE + 2][SIZE + 2];
static field even, odd;

static void step(field in, field out) {
#pragma omp parallel for schedule(static)
  for (int i = 1; i <= SIZE; i++)
    for (int j = 1; j <= SIZE; j++) {
      int n = in[i - 1][j - 1] + in[i - 1][j] + in[i - 1][j + 1] + in[i][j - 1] + in[i][j + 1] + in[i + 1][j - 1] +
              in[i + 1][j] + in[i + 1][j + 1];
      out[i][j] = n == 3 || (n == 2 && in[i][j]);
    }
}

int main(void) {
  long sum = 0;
#pragma omp parallel for schedule(static)
  for (int i = 1; i <= SIZE; i++)
    for (int j = 1; j <= SIZE; j++)
      even[i][j] = (i * 7 + j * 13) % 5 == 0;
  for (int k = 0; k < 100; k++) {
    step(even, odd);
    step(odd, even);
  }
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 1; i <= SIZE; i++)
    for (int j = 1; j <= SIZE; j++)
      sum += even[i][j] * (i ^ j);
  printf("%ld\n", sum);
  return 0;
}
