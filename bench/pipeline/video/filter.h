/* A denoising filter for gray video: a spatial filter, then a mean with what came before. */
#ifndef FILTER_H
#define FILTER_H

#include <stdint.h>
#include <stdio.h>

#define RADIUS 2

typedef struct frame {
  uint8_t *pixels;
  int number;
} frame;

typedef struct filter {
  int width, height;
  frame *current, *smooth; /* as read; after the spatial filter */
  frame *output, *before;  /* of this frame and the last one; they take turns */
  int *difference;         /* of each row from the last output */
  int range_weight[256], space_weight[(2 * RADIUS + 1) * (2 * RADIUS + 1)];
  long scenes, frames;
  unsigned long checksum;
} filter;

filter *filter_new(int width, int height);
void filter_free(filter *f);

/* The steps of a frame. */
void smooth_frame(const filter *f, const uint8_t *from, uint8_t *to);
long blend_frame(const filter *f, const uint8_t *now, const uint8_t *before, uint8_t *to, int *difference);
void sharpen_frame(const filter *f, const uint8_t *from, uint8_t *to);
unsigned long sum_frame(const filter *f, const uint8_t *pixels);

int read_header(FILE *in, int *width, int *height);

#endif
