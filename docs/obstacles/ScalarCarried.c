// A tone from a table; the place in the table moves on from sample to sample.
#include <stdio.h>

enum { SAMPLES = 200000, STEPS = 1000, PITCH = 37 };
static double tone[SAMPLES], wave[STEPS];

int main(void) {
  for (int i = 0; i < STEPS; i++)
    wave[i] = i < STEPS / 2 ? i : STEPS - i;
  int phase = 0;
  for (int i = 0; i < SAMPLES; i++) { // this loop
    tone[i] = wave[phase] * 0.01;
    phase = (phase + PITCH) % STEPS;
  }
  printf("%f\n", tone[SAMPLES - 1]);
}
