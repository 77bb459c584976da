/* Frames of a sensor: a recursive filter over time, and a coder for each frame. */
#ifndef DENOISE_H
#define DENOISE_H

#include <stdint.h>
#include <stdio.h>

enum { ROWS = 96, COLUMNS = 512, PIXELS = ROWS * COLUMNS, REACH = 3, MOST_CODED = 3 * PIXELS };

typedef struct denoiser {
  float before[ROWS][COLUMNS]; /* the last frame, filtered */
  float now[ROWS][COLUMNS];
  float weight[2 * REACH + 1];
  long frames;
} denoiser;

denoiser *denoiser_new(void);
void filter_row(const denoiser *d, const uint16_t *in, int y, float *to);
void filter_frame(denoiser *d, const uint16_t *in);
/* The bytes of a filtered frame; at most MOST_CODED. */
int code_frame(const float (*frame)[COLUMNS], uint8_t *to);

#endif
