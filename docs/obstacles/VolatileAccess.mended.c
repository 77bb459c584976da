// Corrects samples by the offset as it is when the loop begins.
#include <stdio.h>

enum { SAMPLES = 200000 };
static double sample[SAMPLES];
static volatile int offset = 3;

int main(void) {
  const int now = offset;
  for (int i = 0; i < SAMPLES; i++) // this loop
    sample[i] = i * 0.5 + now;
  printf("%f\n", sample[SAMPLES - 1]);
}
