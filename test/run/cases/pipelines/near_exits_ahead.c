/* OPTIONS: --assume=exits
 * What iterations that ran ahead of an exit have done must not be seen: behind the loop somebody reads what they hand
 * on, the rest of the input, their buffers, or what they have allocated and freed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 40, SIZE = 400 };

static FILE *make(void) {
  FILE *file = tmpfile();
  for (int n = 0; n < BLOCKS; n++) {
    uint8_t data[SIZE];
    for (int i = 0; i < SIZE; i++)
      data[i] = (uint8_t)((i * i + n * 31) % 200);
    data[SIZE - 1] = (uint8_t)(200 + n);
    fwrite(data, 1, SIZE, file);
  }
  rewind(file);
  return file;
}

static uint32_t filtered(uint32_t start, const uint8_t *data) {
  uint32_t x = start;
  for (int round = 0; round < 12; round++)
    for (int i = 0; i < SIZE; i++)
      x = (x << 3 | x >> 29) + data[i] * 7;
  return x;
}

struct state {
  uint32_t seed, blocks, sums[16];
  uint8_t in[SIZE];
};

/* The state is read when the loop is over. */
static void shows_state(FILE *in, int last) {
  static struct state s;
  while (fread(s.in, 1, SIZE, in) == SIZE) {
    s.seed = s.seed * 5 + s.in[7];
    s.blocks++;
    uint32_t x = filtered(s.seed, s.in);
    if (s.in[SIZE - 1] == 200 + last)
      break;
    s.sums[x % 16] += x;
  }
  printf("%08x %u %08x %d\n", s.seed, s.blocks, s.sums[3], s.in[SIZE - 1]);
}

/* A variable of the function, by an exit that returns. */
static uint32_t returns_state(FILE *in, int last) {
  uint8_t data[SIZE];
  uint32_t seed = 3, sum = 0;
  while (fread(data, 1, SIZE, in) == SIZE) {
    seed = seed * 5 + data[7];
    uint32_t x = filtered(seed, data);
    if (data[SIZE - 1] == 200 + last)
      return seed;
    sum += x;
  }
  return sum;
}

/* The input goes on. */
static void reads_on(FILE *in, int last) {
  uint8_t data[SIZE];
  uint32_t seed = 3, sum = 0;
  while (fread(data, 1, SIZE, in) == SIZE) {
    seed = seed * 5 + data[7];
    uint32_t x = filtered(seed, data);
    if (data[SIZE - 1] == 200 + last)
      break;
    sum += x;
  }
  printf("%08x, then %d\n", sum, getc(in));
}

/* A file that everybody can look at. */
static void writes(FILE *in, int last, FILE *out) {
  uint8_t data[SIZE];
  uint32_t seed = 3, sum = 0;
  while (fread(data, 1, SIZE, in) == SIZE) {
    seed = seed * 5 + data[7];
    fprintf(out, "%08x\n", seed);
    uint32_t x = filtered(seed, data);
    if (data[SIZE - 1] == 200 + last)
      break;
    sum += x;
  }
  printf("%08x %ld\n", sum, ftell(out));
}

/* A list of blocks, which is freed from the first one on. */
struct node {
  struct node *next;
  uint32_t value;
};
static void frees(FILE *in, int last) {
  uint8_t data[SIZE];
  struct node *list = NULL;
  for (int i = 0; i < BLOCKS; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      exit(9);
    node->next = list;
    node->value = (uint32_t)i;
    list = node;
  }
  uint32_t sum = 0;
  while (fread(data, 1, SIZE, in) == SIZE) {
    struct node *node = list;
    list = node->next;
    uint32_t x = filtered(node->value, data);
    free(node);
    if (data[SIZE - 1] == 200 + last)
      break;
    sum += x;
  }
  int left = 0;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
    left++;
  }
  printf("%08x %d\n", sum, left);
}

int main(void) {
  static const int lasts[] = {0, 1, 2, 20, 38, 39, BLOCKS};
  FILE *out = tmpfile();
  for (size_t i = 0; i < sizeof lasts / sizeof *lasts; i++) {
    FILE *in = make();
    shows_state(in, lasts[i]);
    rewind(in);
    printf("%08x\n", returns_state(in, lasts[i]));
    rewind(in);
    reads_on(in, lasts[i]);
    rewind(in);
    writes(in, lasts[i], out);
    rewind(in);
    frees(in, lasts[i]);
    fclose(in);
  }
  fclose(out);
  return 0;
}
