/* bunpack - unpacks what bpack has written, and checks it.
 *
 * usage: bunpack INPUT OUTPUT */
#include "codec.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t get_word(const uint8_t *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static int read_words(FILE *in, uint32_t *words, int count) {
  uint8_t bytes[32];
  if (fread(bytes, 4, (size_t)count, in) != (size_t)count)
    return 0;
  for (int i = 0; i < count; i++)
    words[i] = get_word(bytes + 4 * i);
  return 1;
}

static int broken(const char *what, uint32_t block) {
  fprintf(stderr, "bunpack: block %u: %s\n", block, what);
  return 1;
}

static int unpack_file(FILE *in, FILE *out) {
  uint8_t *packed = malloc(PACKED_SIZE), *data = malloc(BLOCK_SIZE);
  unpacker *u = malloc(sizeof *u);
  uint32_t words[3], total = 0, sum = 0, blocks = 0;
  if (packed == NULL || data == NULL || u == NULL) {
    fprintf(stderr, "bunpack: out of memory\n");
    return 1;
  }
  if (!read_words(in, words, 2) || words[0] != MAGIC || words[1] != BLOCK_SIZE) {
    fprintf(stderr, "bunpack: this is not a packed file\n");
    return 1;
  }
  while (1) {
    if (!read_words(in, words, 3))
      return broken("the file ends early", blocks);
    uint32_t length = words[0], packed_length = words[1], crc = words[2];
    if (length == 0)
      break;
    if (length > BLOCK_SIZE || packed_length > PACKED_SIZE)
      return broken("its lengths are too large", blocks);
    if (fread(packed, 1, packed_length, in) != packed_length)
      return broken("the file ends early", blocks);
    if (!unpack_block(u, packed, packed_length, data, length))
      return broken("its data are broken", blocks);
    if (crc32_of(data, length) != crc)
      return broken("its check sum is wrong", blocks);
    if (fwrite(data, 1, length, out) != length) {
      perror("bunpack: write");
      return 1;
    }
    sum = (sum << 1 | sum >> 31) ^ crc;
    total += length;
    blocks++;
  }
  if (words[1] != total || words[2] != sum)
    return broken("the sum of all is wrong", blocks);
  printf("%u blocks, %u bytes, sum %08x\n", blocks, total, sum);
  free(u);
  free(packed);
  free(data);
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: bunpack INPUT OUTPUT\n");
    return 2;
  }
  FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
  if (in == NULL || out == NULL) {
    perror("bunpack");
    return 1;
  }
  int status = unpack_file(in, out);
  if (fclose(out) != 0 && status == 0) {
    perror("bunpack: close");
    status = 1;
  }
  fclose(in);
  return status;
}
