// The energy of three channels, each added up in one term for a sample.
#include <stdio.h>

enum { CHANNELS = 3, SAMPLES = 100000 };
static double channel[CHANNELS][SAMPLES], energy[CHANNELS];

int main(void) {
  for (int c = 0; c < CHANNELS; c++)
    for (int i = 0; i < SAMPLES; i++)
      channel[c][i] = (c + i) % 100;
  for (int c = 0; c < CHANNELS; c++) {
    double sum = 0;
    for (int i = 1; i < SAMPLES; i++) { // this loop
      double term = channel[c][i] * channel[c][i] - channel[c][i] * channel[c][i - 1];
      sum += term;
    }
    energy[c] = sum;
  }
  printf("%f\n", energy[2]);
}
