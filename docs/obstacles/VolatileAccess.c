// Corrects samples by an offset that an interrupt or a signal may change.
#include <stdio.h>

enum { SAMPLES = 200000 };
static double sample[SAMPLES];
static volatile int offset = 3;

int main(void) {
  for (int i = 0; i < SAMPLES; i++) // this loop
    sample[i] = i * 0.5 + offset;
  printf("%f\n", sample[SAMPLES - 1]);
}
