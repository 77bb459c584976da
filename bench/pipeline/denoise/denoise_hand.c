/* denoise with threads: all filter blocks of rows of one frame, and who has none left codes the
 * frame before. */
#include "../hand.h"
#include "denoise.h"

#include <string.h>

enum { BLOCK = 4, BLOCKS = ROWS / BLOCK };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static denoiser *d;
static FILE *in, *out;
static uint16_t raw[PIXELS];
static float filtered[ROWS][COLUMNS]; /* to be coded */
static uint8_t coded[MOST_CODED];
static int taken, done; /* blocks of the frame */
static int is_over, has_filtered, is_coding, status;

static int read_frame(void) {
  taken = done = 0;
  is_over = fread(raw, sizeof *raw, PIXELS, in) != PIXELS;
  return !is_over;
}

/* Without the lock. */
static void code(void) {
  int count = code_frame(filtered, coded);
  if (fwrite(&count, sizeof count, 1, out) != 1 ||
      fwrite(coded, 1, (size_t)count, out) != (size_t)count)
    status = 1;
}

/* All blocks are done, and the frame before is coded: the frame takes its place. */
static void end_frame(void) {
  memcpy(filtered, d->now, sizeof filtered);
  memcpy(d->before, d->now, sizeof d->before);
  d->frames++;
  has_filtered = 1;
  read_frame();
}

static void *work(void *own) {
  (void)own;
  pthread_mutex_lock(&lock);
  for (;;) {
    if (has_filtered && !is_coding && (is_over || taken == BLOCKS || thread_count() > 1)) {
      is_coding = 1;
      pthread_mutex_unlock(&lock);
      code();
      pthread_mutex_lock(&lock);
      is_coding = has_filtered = 0;
      pthread_cond_broadcast(&changed);
    } else if (!is_over && taken < BLOCKS) {
      int block = taken++;
      pthread_mutex_unlock(&lock);
      for (int y = block * BLOCK; y < (block + 1) * BLOCK; y++)
        filter_row(d, raw, y, d->now[y]);
      pthread_mutex_lock(&lock);
      if (++done == BLOCKS)
        pthread_cond_broadcast(&changed);
    } else if (!is_over && done == BLOCKS && !has_filtered) {
      end_frame();
      pthread_cond_broadcast(&changed);
    } else if (is_over && !has_filtered) {
      break;
    } else {
      pthread_cond_wait(&changed, &lock);
    }
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  in = fopen(argv[1], "rb");
  out = fopen(argv[2], "wb");
  d = denoiser_new();
  if (in == NULL || out == NULL || d == NULL)
    return 1;
  read_frame();
  run_threads(work, thread_count());
  fclose(in);
  if (fclose(out) != 0)
    status = 1;
  printf("%ld frames\n", d->frames);
  free(d);
  return status;
}
