/* bpack - packs a file, block by block.
 *
 * The format: the magic and the size of a block; for each block its length, its packed length, the
 * check sum of its bytes, and the packed bytes; at the end a length of 0 with the sum of everything.
 *
 * usage: bpack INPUT OUTPUT */
#include "codec.h"

#include <stdio.h>
#include <stdlib.h>

static void put_word(uint8_t *at, uint32_t word) {
  for (int i = 0; i < 4; i++)
    at[i] = (uint8_t)(word >> 8 * i);
}

static int write_words(FILE *out, const uint32_t *words, int count) {
  uint8_t bytes[32];
  for (int i = 0; i < count; i++)
    put_word(bytes + 4 * i, words[i]);
  return fwrite(bytes, 4, (size_t)count, out) == (size_t)count;
}

static int pack_file(FILE *in, FILE *out) {
  uint8_t *block = malloc(BLOCK_SIZE);
  packer *p = packer_new();
  uint32_t header[2] = {MAGIC, BLOCK_SIZE}, total = 0, sum = 0, blocks = 0;
  if (block == NULL || p == NULL) {
    fprintf(stderr, "bpack: out of memory\n");
    return 1;
  }
  if (!write_words(out, header, 2)) {
    perror("bpack: write");
    return 1;
  }
  for (;;) {
    size_t length = fread(block, 1, BLOCK_SIZE, in);
    if (length == 0)
      break;
    uint32_t crc = crc32_of(block, length);
    size_t packed = pack_block(p, block, length);
    uint32_t words[3] = {(uint32_t)length, (uint32_t)packed, crc};
    if (!write_words(out, words, 3) || fwrite(p->out, 1, packed, out) != packed) {
      perror("bpack: write");
      return 1;
    }
    sum = (sum << 1 | sum >> 31) ^ crc;
    total += (uint32_t)length;
    blocks++;
  }
  if (ferror(in)) {
    perror("bpack: read");
    return 1;
  }
  uint32_t trailer[3] = {0, total, sum};
  if (!write_words(out, trailer, 3)) {
    perror("bpack: write");
    return 1;
  }
  printf("%u blocks, %u bytes, sum %08x\n", blocks, total, sum);
  packer_free(p);
  free(block);
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: bpack INPUT OUTPUT\n");
    return 2;
  }
  FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
  if (in == NULL || out == NULL) {
    perror("bpack");
    return 1;
  }
  int status = pack_file(in, out);
  if (fclose(out) != 0 && status == 0) {
    perror("bpack: close");
    status = 1;
  }
  fclose(in);
  return status;
}
