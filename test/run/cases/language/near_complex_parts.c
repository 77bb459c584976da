/* PARALLEL: 1
   A complex variable that is set in halves and then used: all of it belongs together. Each of these loops once fell
   into parts that used the same variable at the same time. */
#include <complex.h>
#include <stdio.h>

#define N 64
static double re[N], im[N], length[N], turned[N];

static double norm(double _Complex z) {
  double sum = 0;
  for (int k = 1; k < 30; k++)
    sum += creal(z) * creal(z) / k + cimag(z) * k;
  return sum;
}

static int isSteep(float _Complex z) { return cimagf(z) > 2 * crealf(z); }

int main(void) {
  double _Complex z;
  float _Complex f;
  int i, steep = 0, flat = 0;
  for (i = 0; i < N; i++) {
    re[i] = i % 7 + 0.5;
    im[i] = i % 11 - 3;
  }
  for (i = 0; i < N; i++) { /* set in halves, used as a whole */
    __real__ z = re[i] * 1.25;
    __imag__ z = im[i] + 1;
    length[i] = norm(z);
  }
  for (i = 0; i < N; i++) { /* a flag beside it */
    __real__ f = (float)re[i];
    __imag__ f = (float)im[i];
    if (isSteep(f))
      steep++;
    else
      flat += i;
  }
  z = 1;
  for (i = 0; i < N; i++) { /* one half goes from iteration to iteration */
    __real__ z = re[i];
    __imag__ z += 0.125;
    turned[i] = norm(z);
  }
  for (i = 0; i < N; i++) { /* set as a whole, read in halves */
    z = re[i] + im[i] * I;
    re[i] = __imag__ z;
    im[i] = -__real__ z;
  }
  double sum = 0;
  for (i = 0; i < N; i++)
    sum = sum / 2 + length[i] + turned[i] * 3 + re[i] * im[i];
  printf("%d %d %.17g %.17g\n", steep, flat, sum, __imag__ z);
  return 0;
}
