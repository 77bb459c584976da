/* speech - encodes 16-bit samples. usage: speech INPUT OUTPUT */
#include "codec.h"

#include <stdio.h>
#include <stdlib.h>

static int read_frame(FILE *in, int16_t *samples) {
  uint8_t bytes[2 * FRAME];
  size_t count = fread(bytes, 2, FRAME, in);
  for (size_t i = 0; i < FRAME; i++)
    samples[i] = i < count ? (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8) : 0;
  return count > 0;
}

static int encode_file(speech_encoder *e, FILE *in, FILE *out) {
  while (read_frame(in, e->input)) {
    int count = speech_encode(e, e->input, e->bytes);
    if (fwrite(e->bytes, 1, (size_t)count, out) != (size_t)count) {
      perror("speech: write");
      return 1;
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: speech INPUT OUTPUT\n");
    return 2;
  }
  FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
  speech_encoder *e = speech_new();
  if (in == NULL || out == NULL || e == NULL) {
    perror("speech");
    return 1;
  }
  int status = encode_file(e, in, out);
  if (fclose(out) != 0)
    status = 1;
  fclose(in);
  printf("%ld frames, energy %.6e\n", e->frames, e->energy);
  speech_free(e);
  return status;
}
