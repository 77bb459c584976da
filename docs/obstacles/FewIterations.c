// The loudness of three channels, each added up by a function that is called twice for a sample.
#include <math.h>
#include <stdio.h>

enum { CHANNELS = 3, SAMPLES = 100000 };
static double channel[CHANNELS][SAMPLES], loudness[CHANNELS];

static void add_level(double *to, double sample) {
  *to += log(2 + sin(sample) * cos(sample));
}

int main(void) {
  for (int c = 0; c < CHANNELS; c++)
    for (int i = 0; i < SAMPLES; i++)
      channel[c][i] = (c + i) % 100;
  for (int c = 0; c < CHANNELS; c++) { // this loop
    double sum = 0;
    for (int i = 1; i < SAMPLES; i++) {
      add_level(&sum, channel[c][i]);
      add_level(&sum, channel[c][i] - channel[c][i - 1]);
    }
    loudness[c] = sum;
  }
  printf("%f\n", loudness[2]);
}
