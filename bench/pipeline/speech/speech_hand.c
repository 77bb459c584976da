/* speech with threads: frames are read and filtered in turn, analysed at the same time, and their
 * residuals encoded in turn. */
#include "../hand.h"
#include "codec.h"

#include <string.h>

static speech_encoder *e;
static FILE *in, *out;
static turn reading = TURN, encoding = TURN;
static int is_over, status;

static int read_frame(int16_t *samples) {
  uint8_t bytes[2 * FRAME];
  size_t count = fread(bytes, 2, FRAME, in);
  for (size_t i = 0; i < FRAME; i++)
    samples[i] = i < count ? (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8) : 0;
  return count > 0;
}

static void *work(void *own) {
  analysis lpc;
  double residual[FRAME];
  int16_t input[FRAME];
  uint8_t bytes[FRAME_BYTES];
  for (long k = *(int *)own;; k += thread_count()) {
    wait_turn(&reading, k);
    int ends = is_over || !read_frame(input);
    is_over = ends;
    if (!ends) {
      analysis *shared = e->lpc;
      memmove(shared->samples, shared->samples + FRAME, LOOK_BACK * sizeof(double));
      preprocess_frame(&e->pre, input, shared->samples + LOOK_BACK);
      memcpy(lpc.samples, shared->samples, sizeof lpc.samples);
      lpc.window = shared->window;
    }
    end_turn(&reading);
    if (ends)
      return NULL;
    analyse_frame(&lpc);
    filter_residual(&lpc, residual);
    wait_turn(&encoding, k);
    for (int i = 0; i < FRAME; i++)
      e->energy += residual[i] * residual[i] / FRAME;
    e->frames++;
    memcpy(e->pitch->residual, residual, sizeof residual);
    int count = encode_residual(e->pitch, &lpc, bytes);
    if (fwrite(bytes, 1, (size_t)count, out) != (size_t)count)
      status = 1;
    end_turn(&encoding);
  }
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  in = fopen(argv[1], "rb");
  out = fopen(argv[2], "wb");
  e = speech_new();
  if (in == NULL || out == NULL || e == NULL)
    return 1;
  run_threads(work, thread_count());
  if (fclose(out) != 0)
    status = 1;
  printf("%ld frames, energy %.6e\n", e->frames, e->energy);
  speech_free(e);
  return status;
}
