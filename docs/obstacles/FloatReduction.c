// The energy of a signal with two channels, added up term by term.
#include <stdio.h>

enum { SAMPLES = 200000 };
static double left[SAMPLES], right[SAMPLES];

int main(void) {
  for (int i = 0; i < SAMPLES; i++) {
    left[i] = i % 100 * 0.25;
    right[i] = i % 30 * 0.5;
  }
  double energy = 0;
  for (int i = 0; i < SAMPLES; i++) { // this loop
    energy += left[i] * left[i];
    energy += right[i] * right[i];
  }
  printf("%f\n", energy);
}
