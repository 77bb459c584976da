/* PARALLEL: 4 OPTIONS: --assume=exits
 * Data decide behind work on what iterations hand on that the loop ends. Later iterations have used that by then, and
 * nobody sees it. The loops end at the first block, in the middle, at the last one, and not at all. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { BLOCKS = 40, SIZE = 400, TAPS = 8 };

/* `mark` is the last sample of block `last`. */
static FILE *make(int last, uint8_t mark) {
  FILE *file = tmpfile();
  for (int n = 0; n < BLOCKS; n++) {
    uint8_t data[SIZE];
    for (int i = 0; i < SIZE; i++)
      data[i] = (uint8_t)((i * i + n * 31) % 200);
    if (n == last)
      data[SIZE - 1] = mark;
    fwrite(data, 1, SIZE, file);
  }
  rewind(file);
  return file;
}

static uint32_t filtered(uint32_t start, const uint8_t *data, uint32_t *out) {
  uint32_t x = start;
  for (int round = 0; round < 6; round++)
    for (int i = 0; i < SIZE; i++)
      x = (x << 3 | x >> 29) + data[i] * 7;
  for (int i = 0; i < SIZE; i++)
    out[i] = x + data[i];
  return x;
}

/* A seed from block to block, and a test of what was worked out. */
static int seeded(FILE *in) {
  uint8_t data[SIZE];
  uint32_t out[SIZE], seed = 1;
  while (fread(data, 1, SIZE, in) == SIZE) {
    seed = seed * 5 + data[3];
    uint32_t x = filtered(seed, data, out);
    if (data[SIZE - 1] == 255 && x != 0)
      return 3;
    printf("%08x %08x\n", x, out[seed % SIZE]);
  }
  return 0;
}

struct codec {
  uint32_t history[TAPS], blocks;
  uint8_t in[SIZE];
  uint32_t out[SIZE];
};

static void keep(struct codec *c) {
  for (int i = 0; i < TAPS; i++)
    c->history[i] = c->history[i] * 3 + c->in[i * 9];
  c->blocks++;
}

static int encode(struct codec *c) {
  uint32_t x = filtered(c->history[c->blocks % TAPS], c->in, c->out);
  if (c->in[SIZE - 1] == 254)
    return -1;
  return (int)(x % 100) + 1;
}

/* State behind a pointer, which is said in the end, as it was at the exit. */
static int coded(FILE *in) {
  struct codec *c = calloc(1, sizeof *c);
  int status = 0;
  if (!c)
    exit(9);
  while (fread(c->in, 1, SIZE, in) == SIZE) {
    keep(c);
    int length = encode(c);
    if (length < 0) {
      status = 4;
      break;
    }
    if (fwrite(c->out, sizeof *c->out, (size_t)length, stdout) != (size_t)length) {
      status = 5;
      break;
    }
  }
  printf("status %d of %u blocks, %08x\n", status, c->blocks, c->history[5]);
  free(c);
  return status;
}

/* Two exits, one of them by a counter of what was good. */
static int counted(FILE *in) {
  uint8_t data[SIZE];
  uint32_t out[SIZE], level = 7;
  int good = 0;
  for (int n = 0; n < BLOCKS; n++) {
    if (fread(data, 1, SIZE, in) != SIZE)
      break;
    level = level * 3 + data[1];
    uint32_t x = filtered(level, data, out);
    if (data[SIZE - 1] >= 254) {
      printf("bad\n");
      return 6;
    }
    good++;
    if (good == 30)
      break;
    printf("%u\n", x ^ out[n]);
  }
  return 0;
}

/* It runs itself for each input, since nothing may be read behind the loops. */
int main(int argc, char **argv) {
  static int (*const loops[])(FILE *) = {seeded, coded, counted};
  static const int lasts[] = {0, 1, 2, 20, 38, 39, BLOCKS};
  enum { RUNS = 3 * sizeof lasts / sizeof *lasts };
  for (size_t i = 0; argc <= 2 && i < RUNS; i++) {
    char command[4096];
    fflush(stdout);
    snprintf(command, sizeof command, "%s %zu go", argv[0], i);
    int status = system(command);
    printf("%zu: %d\n", i, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  if (argc <= 2)
    return 0;
  size_t i = strtoul(argv[1], NULL, 10);
  FILE *in = make(lasts[i / 3], i % 3 == 0 ? 255 : 254);
  int status = loops[i % 3](in);
  fclose(in);
  return status;
}
