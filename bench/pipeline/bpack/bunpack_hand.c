/* bunpack with threads: each reads a block, unpacks it, and writes it in turn. */
#include "../hand.h"
#include "codec.h"

static FILE *in, *out;
static turn writing = TURN;
static pthread_mutex_t claiming = PTHREAD_MUTEX_INITIALIZER;
static long claimed;
static uint32_t last[3], total, sum, blocks;
static int is_over, status;

static int read_words(uint32_t *words, int count) {
  uint8_t at[32];
  if (fread(at, 4, (size_t)count, in) != (size_t)count)
    return 0;
  for (int i = 0; i < count; i++)
    words[i] = at[4 * i] | (uint32_t)at[4 * i + 1] << 8 | (uint32_t)at[4 * i + 2] << 16 | (uint32_t)at[4 * i + 3] << 24;
  return 1;
}

/* The number of the block, -1 at the end. */
static long read_block(uint32_t *words, uint8_t *packed) {
  if (is_over || !read_words(words, 3)) {
    status |= !is_over;
    is_over = 1;
    return -1;
  }
  if (words[0] == 0) {
    for (int i = 0; i < 3; i++)
      last[i] = words[i];
    is_over = 1;
    return -1;
  }
  if (words[0] > BLOCK_SIZE || words[1] > PACKED_SIZE || fread(packed, 1, words[1], in) != words[1]) {
    status = is_over = 1;
    return -1;
  }
  return claimed++;
}

static void *work(void *unused) {
  uint8_t *packed = malloc(PACKED_SIZE), *data = malloc(BLOCK_SIZE);
  unpacker *u = malloc(sizeof *u);
  uint32_t words[3];
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&claiming);
    long number = read_block(words, packed);
    pthread_mutex_unlock(&claiming);
    if (number < 0)
      break;
    int is_good = unpack_block(u, packed, words[1], data, words[0]) && crc32_of(data, words[0]) == words[2];
    wait_turn(&writing, number);
    if (!is_good || fwrite(data, 1, words[0], out) != words[0])
      status = 1;
    sum = (sum << 1 | sum >> 31) ^ words[2];
    total += words[0];
    blocks++;
    end_turn(&writing);
  }
  free(u);
  free(packed);
  free(data);
  return NULL;
}

int main(int argc, char **argv) {
  uint32_t words[2];
  if (argc != 3)
    return 2;
  in = fopen(argv[1], "rb");
  out = fopen(argv[2], "wb");
  if (in == NULL || out == NULL || !read_words(words, 2) || words[0] != MAGIC)
    return 1;
  run_threads(work, thread_count());
  if (last[1] != total || last[2] != sum || fclose(out) != 0)
    status = 1;
  printf("%u blocks, %u bytes, sum %08x\n", blocks, total, sum);
  return status;
}
