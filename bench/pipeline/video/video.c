/* video - takes the noise from a gray video.
 *
 * usage: video INPUT OUTPUT */
#include "filter.h"

#include <stdlib.h>
#include <string.h>

/* Half of the pixels, at once: then what was before counts for nothing. */
static int is_cut(const filter *f, long changed) { return changed / f->width > 30 * f->height; }

static int filter_video(filter *f, FILE *in, FILE *out) {
  size_t size = (size_t)f->width * (size_t)f->height;
  uint8_t *sharp = malloc(size);
  if (sharp == NULL)
    return 1;
  while (fread(f->current->pixels, 1, size, in) == size) {
    f->current->number = (int)f->frames;
    smooth_frame(f, f->current->pixels, f->smooth->pixels);
    long changed = blend_frame(f, f->smooth->pixels, f->before->pixels, f->output->pixels, f->difference);
    if (f->frames == 0 || is_cut(f, changed)) {
      memcpy(f->output->pixels, f->smooth->pixels, size);
      f->scenes++;
    }
    sharpen_frame(f, f->output->pixels, sharp);
    f->checksum = f->checksum * 31 + sum_frame(f, sharp);
    if (fwrite(sharp, 1, size, out) != size) {
      perror("video: write");
      free(sharp);
      return 1;
    }
    frame *last = f->before;
    f->before = f->output;
    f->output = last;
    f->frames++;
  }
  free(sharp);
  if (ferror(in)) {
    perror("video: read");
    return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  int width, height;
  if (argc != 3) {
    fprintf(stderr, "usage: video INPUT OUTPUT\n");
    return 2;
  }
  FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
  if (in == NULL || out == NULL) {
    perror("video");
    return 1;
  }
  if (!read_header(in, &width, &height)) {
    fprintf(stderr, "video: this is no gray video\n");
    return 1;
  }
  filter *f = filter_new(width, height);
  if (f == NULL) {
    fprintf(stderr, "video: out of memory\n");
    return 1;
  }
  fprintf(out, "GRAY %d %d\n", width, height);
  int status = filter_video(f, in, out);
  if (fclose(out) != 0 && status == 0) {
    perror("video: close");
    status = 1;
  }
  fclose(in);
  printf("%ld frames, %ld scenes, sum %lx\n", f->frames, f->scenes, f->checksum);
  filter_free(f);
  return status;
}
