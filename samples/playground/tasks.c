// Two channels of a recording: macro-tasks that run side by side
#include <stdio.h>

enum { SAMPLES = 2000000 };
static double left[SAMPLES], right[SAMPLES];

/* The loop cannot be split, as each sample needs the one before. */
static void echo(double *channel, double strength) {
  for (int i = 1; i < SAMPLES; i++)
    channel[i] += strength * channel[i - 1] * channel[i - 1];
}

int main(void) {
  for (int i = 0; i < SAMPLES; i++) {
    left[i] = i % 50 * 0.01;
    right[i] = i % 70 * 0.01;
  }

  echo(left, 0.5);
  echo(right, 0.3);

  printf("%.6f %.6f\n", left[SAMPLES - 1], right[SAMPLES - 1]);
}
