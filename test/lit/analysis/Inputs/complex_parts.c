/* PARALLEL: 2
   Halves of complex numbers that belong to one iteration. */
#include <complex.h>
#include <stdio.h>

#define N 96
static double _Complex grid[N];
static double out[N];

int main(void) {
  for (int i = 0; i < N; i++) { /* elements of an array */
    __real__ grid[i] = i * 0.5;
    __imag__ grid[i] = N - i;
  }
  for (int i = 0; i < N; i++) { /* a variable of the iteration */
    double _Complex z = grid[i];
    __imag__ z = __imag__ z / 4;
    for (int k = 0; k < 20; k++)
      __real__ z += __imag__ z / (k + 1);
    out[i] = creal(z * z);
  }
  double _Complex w;
  for (int i = 0; i < N; i++) { /* set as a whole and read in halves */
    w = grid[i] * 2;
    out[i] += __real__ w - __imag__ w;
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 2 + out[i];
  printf("%.17g\n", sum);
  return 0;
}
