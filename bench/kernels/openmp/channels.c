/* Filters with a memory of their own for each channel, behind pointers and calls. With pragmas of OpenMP, by hand. */
#include <stdio.h>
#include <stdlib.h>

enum { CHANNELS = 32, LENGTH = 200000, TAPS = 24 };

struct channel { float *samples; double taps[TAPS], history[TAPS]; double energy; };

static struct channel *channels[CHANNELS];

static double push(struct channel *channel, double sample) {
  double sum = 0;
  for (int i = TAPS - 1; i > 0; i--)
    channel->history[i] = channel->history[i - 1];
  channel->history[0] = sample;
  for (int i = 0; i < TAPS; i++)
    sum += channel->taps[i] * channel->history[i];
  return sum;
}

static void filter(struct channel *channel) {
  for (int i = 0; i < LENGTH; i++) {
    channel->samples[i] = (float)push(channel, channel->samples[i]);
    channel->energy += channel->samples[i] * channel->samples[i];
  }
}

int main(void) {
  double energy = 0;
  for (int c = 0; c < CHANNELS; c++) {
    channels[c] = calloc(1, sizeof *channels[c]);
    if (!channels[c])
      return 1;
    channels[c]->samples = malloc(LENGTH * sizeof(float));
    if (!channels[c]->samples)
      return 1;
    for (int i = 0; i < LENGTH; i++)
      channels[c]->samples[i] = (float)((i * (c + 3)) % 101) / 101;
    for (int i = 0; i < TAPS; i++)
      channels[c]->taps[i] = 1.0 / (i + c + 1);
  }
  for (int k = 0; k < 2; k++)
#pragma omp parallel for schedule(static)
    for (int c = 0; c < CHANNELS; c++)
      filter(channels[c]);
  for (int c = 0; c < CHANNELS; c++)
    energy += channels[c]->energy;
  printf("%.17g\n", energy);
  return 0;
}
