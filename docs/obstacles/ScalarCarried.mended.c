// A tone from a table; the place in the table is computed from the sample's number.
#include <stdio.h>

enum { SAMPLES = 200000, STEPS = 1000, PITCH = 37 };
static double tone[SAMPLES], wave[STEPS];

int main(void) {
  for (int i = 0; i < STEPS; i++)
    wave[i] = i < STEPS / 2 ? i : STEPS - i;
  for (int i = 0; i < SAMPLES; i++) // this loop
    tone[i] = wave[(long)i * PITCH % STEPS] * 0.01;
  printf("%f\n", tone[SAMPLES - 1]);
}
