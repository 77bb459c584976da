// A filter over frames: each stage of the loop works on a frame of its own
#include <math.h>
#include <stdio.h>

enum { FRAMES = 400, SAMPLES = 2000 };
static double level;

/* The gain of a frame follows from that of the frame before. */
static double follow(const double *frame) {
  for (int i = 0; i < SAMPLES; i++)
    level += 0.01 * (fabs(frame[i]) - level);
  return level;
}

int main(void) {
  double sum = 0;
  for (int number = 0; number < FRAMES; number++) {
    double frame[SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
      frame[i] = sin(number * 0.1 + i * 0.01) * cos(i * 0.003);
    const double gain = 1 / (0.1 + follow(frame));
    double loudness = 0;
    for (int i = 0; i < SAMPLES; i++)
      loudness += sqrt(fabs(frame[i] * gain)) * exp(-frame[i] * frame[i]);
    sum += loudness / SAMPLES;
  }
  printf("loudness %.6f\n", sum / FRAMES);
}
