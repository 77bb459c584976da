// Smooths a signal in place; each sample needs its successor as it was.
#include <stdio.h>

enum { SAMPLES = 200000 };
static double signal[SAMPLES + 1];

int main(void) {
  for (int i = 0; i <= SAMPLES; i++)
    signal[i] = i % 17;
  for (int i = 0; i < SAMPLES; i++) // this loop
    signal[i] = 0.5 * (signal[i] + signal[i + 1]);
  printf("%f %f\n", signal[0], signal[SAMPLES - 1]);
}
