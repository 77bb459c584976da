// Smooths a signal into a second array, so the samples that are read stay as they were.
#include <stdio.h>

enum { SAMPLES = 200000 };
static double signal[SAMPLES + 1], smooth[SAMPLES + 1];

int main(void) {
  for (int i = 0; i <= SAMPLES; i++)
    signal[i] = i % 17;
  for (int i = 0; i < SAMPLES; i++) // this loop
    smooth[i] = 0.5 * (signal[i] + signal[i + 1]);
  printf("%f %f\n", smooth[0], smooth[SAMPLES - 1]);
}
