#include <complex.h>
#include <stdio.h>
int main(void) { double complex z[20]; for (int i = 0; i < 20; i++) z[i] = i + (20 - i) * I; double complex s = 0; for (int i = 0; i < 20; i++) { __imag__ z[i] *= 2; s += z[i] * z[i]; } printf("%g %g\n", creal(s), cimag(s)); return 0; }
