#include "denoise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

denoiser *denoiser_new(void) {
  denoiser *d = calloc(1, sizeof *d);
  if (d == NULL)
    return NULL;
  for (int i = -REACH; i <= REACH; i++)
    d->weight[i + REACH] = expf(-0.3f * (float)(i * i));
  return d;
}

/* What the pixels around one have been, each the less the more it differs. */
static float past_of(const denoiser *d, int y, int x, float value) {
  float sum = 0, weights = 0;
  for (int j = -1; j <= 1; j++) {
    int row = y + j < 0 ? 0 : y + j >= ROWS ? ROWS - 1 : y + j;
    for (int i = -REACH; i <= REACH; i++) {
      int column = x + i < 0 ? 0 : x + i >= COLUMNS ? COLUMNS - 1 : x + i;
      float other = d->before[row][column], difference = (other - value) / 64;
      float weight = d->weight[i + REACH] / (1 + difference * difference);
      sum += weight * other;
      weights += weight;
    }
  }
  return sum / weights;
}

void filter_row(const denoiser *d, const uint16_t *in, int y, float *to) {
  for (int x = 0; x < COLUMNS; x++) {
    float value = (float)in[y * COLUMNS + x];
    to[x] = 0.4f * value + 0.6f * past_of(d, y, x, value);
  }
}

void filter_frame(denoiser *d, const uint16_t *in) {
  for (int y = 0; y < ROWS; y++)
    filter_row(d, in, y, d->now[y]);
  memcpy(d->before, d->now, sizeof d->before);
  d->frames++;
}

/* Differences from the pixel before, in as many bytes as they need. */
int code_frame(const float (*frame)[COLUMNS], uint8_t *to) {
  int count = 0, last = 0;
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++) {
      int value = (int)(sqrtf(frame[y][x] > 0 ? frame[y][x] : 0) * 8);
      unsigned delta =
          value >= last ? 2u * (unsigned)(value - last) : 2u * (unsigned)(last - value) - 1;
      last = value;
      while (delta > 127) {
        to[count++] = (uint8_t)(delta | 128);
        delta >>= 7;
      }
      to[count++] = (uint8_t)delta;
    }
  return count;
}
