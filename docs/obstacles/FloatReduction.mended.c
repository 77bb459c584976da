// The loudness of a signal with two channels, added up term by term in the loop itself.
#include <math.h>
#include <stdio.h>

enum { SAMPLES = 200000 };
static double left[SAMPLES], right[SAMPLES];

static double level(double sample) {
  return log(1 + sample * sample);
}

int main(void) {
  for (int i = 0; i < SAMPLES; i++) {
    left[i] = i % 100 * 0.25;
    right[i] = i % 30 * 0.5;
  }
  double loudness = 0;
  for (int i = 0; i < SAMPLES; i++) { // this loop
    loudness += level(left[i]);
    loudness += level(right[i]);
  }
  printf("%f\n", loudness);
}
