/* Filters the frames of a sensor over time, and codes them. usage: denoise INPUT OUTPUT */
#include "denoise.h"

#include <stdlib.h>
#include <string.h>

static int denoise(denoiser *d, FILE *in, FILE *out) {
  uint16_t raw[PIXELS];
  while (fread(raw, sizeof *raw, PIXELS, in) == PIXELS) {
    uint8_t coded[MOST_CODED];
    filter_frame(d, raw);
    int count = code_frame(d->now, coded);
    fwrite(&count, sizeof count, 1, out);
    fwrite(coded, 1, (size_t)count, out);
  }
  return ferror(out) != 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: denoise INPUT OUTPUT\n");
    return 2;
  }
  FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
  if (in == NULL || out == NULL) {
    perror("denoise");
    return 1;
  }
  denoiser *d = denoiser_new();
  if (d == NULL) {
    fprintf(stderr, "denoise: out of memory\n");
    return 1;
  }
  int status = denoise(d, in, out);
  fclose(in);
  if (fclose(out) != 0)
    status = 1;
  printf("%ld frames\n", d->frames);
  free(d);
  return status;
}
