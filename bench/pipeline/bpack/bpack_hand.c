/* bpack with threads: each reads a block in turn, packs it, and writes it in turn. */
#include "../hand.h"
#include "codec.h"

static FILE *in, *out;
static turn writing = TURN;
static long claimed;
static uint32_t total, sum, blocks;
static int is_over, status;
static pthread_mutex_t claiming = PTHREAD_MUTEX_INITIALIZER;

static void put_word(uint8_t *at, uint32_t word) {
  for (int i = 0; i < 4; i++)
    at[i] = (uint8_t)(word >> 8 * i);
}

static int write_words(const uint32_t *words, int count) {
  uint8_t bytes[32];
  for (int i = 0; i < count; i++)
    put_word(bytes + 4 * i, words[i]);
  return fwrite(bytes, 4, (size_t)count, out) == (size_t)count;
}

static void *work(void *unused) {
  uint8_t *block = malloc(BLOCK_SIZE);
  packer *p = packer_new();
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&claiming);
    long number = claimed;
    size_t length = is_over ? 0 : fread(block, 1, BLOCK_SIZE, in);
    is_over |= length == 0;
    claimed += length > 0;
    pthread_mutex_unlock(&claiming);
    if (length == 0)
      break;
    uint32_t crc = crc32_of(block, length);
    size_t packed = pack_block(p, block, length);
    uint32_t words[3] = {(uint32_t)length, (uint32_t)packed, crc};
    wait_turn(&writing, number);
    if (!write_words(words, 3) || fwrite(p->out, 1, packed, out) != packed)
      status = 1;
    sum = (sum << 1 | sum >> 31) ^ crc;
    total += (uint32_t)length;
    blocks++;
    end_turn(&writing);
  }
  packer_free(p);
  free(block);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  in = fopen(argv[1], "rb");
  out = fopen(argv[2], "wb");
  uint32_t header[2] = {MAGIC, BLOCK_SIZE};
  if (in == NULL || out == NULL || !write_words(header, 2))
    return 1;
  run_threads(work, thread_count());
  uint32_t trailer[3] = {0, total, sum};
  if (!write_words(trailer, 3) || fclose(out) != 0)
    status = 1;
  printf("%u blocks, %u bytes, sum %08x\n", blocks, total, sum);
  return status;
}
