/* video with threads: frames are read, blended and written in turn. */
#include "../hand.h"
#include "filter.h"

#include <string.h>

static filter *f;
static FILE *in, *out;
static size_t size;
static turn reading = TURN, blending = TURN, writing = TURN;
static long frames = -1;
static int status;

static void *work(void *own) {
  uint8_t *current = malloc(size), *smooth = malloc(size), *sharp = malloc(size);
  uint8_t *output = malloc(size);
  int *difference = malloc(sizeof *difference * (size_t)f->height);
  for (long k = *(int *)own;; k += thread_count()) {
    wait_turn(&reading, k);
    int is_over = frames >= 0 || fread(current, 1, size, in) != size;
    if (is_over && frames < 0)
      frames = k;
    end_turn(&reading);
    if (is_over)
      break;
    smooth_frame(f, current, smooth);
    wait_turn(&blending, k);
    long changed = blend_frame(f, smooth, f->before->pixels, output, difference);
    if (k == 0 || changed / f->width > 30 * f->height) {
      memcpy(output, smooth, size);
      f->scenes++;
    }
    memcpy(f->before->pixels, output, size);
    end_turn(&blending);
    sharpen_frame(f, output, sharp);
    unsigned long sum = sum_frame(f, sharp);
    wait_turn(&writing, k);
    f->checksum = f->checksum * 31 + sum;
    if (fwrite(sharp, 1, size, out) != size)
      status = 1;
    end_turn(&writing);
  }
  free(current);
  free(smooth);
  free(sharp);
  free(output);
  free(difference);
  return NULL;
}

int main(int argc, char **argv) {
  int width, height;
  if (argc != 3)
    return 2;
  in = fopen(argv[1], "rb");
  out = fopen(argv[2], "wb");
  if (in == NULL || out == NULL || !read_header(in, &width, &height))
    return 1;
  f = filter_new(width, height);
  size = (size_t)width * (size_t)height;
  fprintf(out, "GRAY %d %d\n", width, height);
  run_threads(work, thread_count());
  if (fclose(out) != 0)
    status = 1;
  printf("%ld frames, %ld scenes, sum %lx\n", frames, f->scenes, f->checksum);
  filter_free(f);
  return status;
}
