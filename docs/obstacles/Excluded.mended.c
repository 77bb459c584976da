// Scales samples.
#include <stdio.h>

enum { SAMPLES = 200000 };
static double sample[SAMPLES];

int main(void) {
  for (int i = 0; i < SAMPLES; i++) // this loop
    sample[i] = i * 0.5 + 1 / (i + 1.0);
  printf("%f\n", sample[SAMPLES - 1]);
}
