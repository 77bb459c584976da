// PARALLEL: 6
// Coders whose buffers are filled up to a counter in the handle, and lists in arrays: nobody can say where an iteration
// writes, and it reads nothing else.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 600, BLOCKS = 30, HEADS = 64 };

static int given;
static uint8_t blocks[BLOCKS][BLOCK];

/* Stands for input. */
static size_t get(uint8_t *block) {
  if (given >= BLOCKS)
    return 0;
  memcpy(block, blocks[given++], BLOCK);
  return given % 7 == 3 ? BLOCK / 2 : BLOCK;
}

/* Each loop has a type of its own, so that nothing else is known of its handle. */
#define CODER(name, counter, link, members)                                                                            \
  typedef struct name {                                                                                                \
    uint8_t *out;                                                                                                      \
    link *head, *next;                                                                                                 \
    counter length;                                                                                                    \
    members                                                                                                            \
  } name;                                                                                                              \
  static name *name##_new(void) {                                                                                      \
    name *c = malloc(sizeof *c);                                                                                       \
    if (c == NULL || (c->out = malloc(2 * BLOCK)) == NULL || (c->head = malloc(sizeof *c->head * HEADS)) == NULL ||    \
        (c->next = malloc(sizeof *c->next * BLOCK)) == NULL)                                                           \
      exit(1);                                                                                                         \
    return c;                                                                                                          \
  }                                                                                                                    \
  static void name##_free(name *c) {                                                                                   \
    free(c->out);                                                                                                      \
    free(c->head);                                                                                                     \
    free(c->next);                                                                                                     \
    free(c);                                                                                                           \
  }

static void show(const uint8_t *bytes, size_t count) {
  fwrite(bytes, 1, count, stdout);
  putchar('\n');
}

/* A counter in a callee of a callee; the number of bytes is what the coder returns. */
CODER(packer, size_t, int32_t, )
static void put(packer *c, uint8_t byte) {
  if (c->length < 2 * BLOCK)
    c->out[c->length++] = byte;
}

static void put_run(packer *c, uint8_t byte, int run) {
  put(c, byte);
  if (run > 1)
    put(c, (uint8_t)('0' + run % 10));
}

static size_t pack(packer *c, const uint8_t *data, size_t length) {
  c->length = 0;
  for (size_t i = 0; i < length;) {
    size_t end = i;
    while (end < length && data[end] == data[i])
      end++;
    put_run(c, data[i], (int)(end - i));
    i = end;
  }
  return c->length;
}

static void runs(void) {
  packer *c = packer_new();
  for (;;) {
    uint8_t block[BLOCK];
    size_t length = get(block);
    if (length == 0)
      break;
    size_t packed = pack(c, block, length);
    show(c->out, packed);
  }
  packer_free(c);
}

/* Lists of equal hashes, of which the longest match is looked for. */
CODER(matcher, size_t, int32_t, )
static unsigned hash_at(const uint8_t *data) { return (data[0] * 7u + data[1] * 31u + data[2]) % HEADS; }

static size_t find(const matcher *c, const uint8_t *data, size_t at, size_t length) {
  size_t best = 0;
  int32_t candidate = c->head[hash_at(data + at)];
  for (int tries = 0; candidate >= 0 && tries < 12; tries++) {
    size_t found = 0;
    while (at + found < length && data[(size_t)candidate + found] == data[at + found])
      found++;
    if (found > best)
      best = found;
    candidate = c->next[candidate];
  }
  return best;
}

static void insert(matcher *c, const uint8_t *data, size_t at) {
  unsigned hash = hash_at(data + at);
  c->next[at] = c->head[hash];
  c->head[hash] = (int32_t)at;
}

static long match(matcher *c, const uint8_t *data, size_t length) {
  long sum = 0;
  memset(c->head, 0xff, sizeof *c->head * HEADS);
  for (size_t at = 0; at + 3 <= length; at++) {
    sum = sum * 3 % 1000003 + (long)find(c, data, at, length);
    insert(c, data, at);
  }
  return sum;
}

static void matches(void) {
  matcher *c = matcher_new();
  for (;;) {
    uint8_t block[BLOCK];
    size_t length = get(block);
    if (length == 0)
      break;
    long sum = match(c, block, length);
    printf("%ld\n", sum);
  }
  matcher_free(c);
}

/* Cells with lists of what is in them; the heads are filled by a loop, and the end of a list is tested by !=. */
CODER(cells, unsigned, int, )
static void sort_in(cells *c, const uint8_t *data, int length) {
  for (int h = 0; h < HEADS; h++)
    c->head[h] = -1;
  for (int i = 0; i < length; i++) {
    int h = (data[i] + i) % HEADS;
    c->next[i] = c->head[h];
    c->head[h] = i;
  }
}

static long near(const cells *c, const uint8_t *data, int length) {
  long sum = 0;
  for (int i = 0; i < length; i++)
    for (int j = c->head[data[i] % HEADS]; j != -1; j = c->next[j])
      sum = (sum * 5 + data[j] + j) % 1000003;
  return sum;
}

static void neighbors(void) {
  cells *c = cells_new();
  for (;;) {
    uint8_t block[BLOCK];
    size_t length = get(block);
    if (length == 0)
      break;
    sort_in(c, block, (int)length);
    long sum = near(c, block, (int)length);
    printf("%ld\n", sum);
  }
  cells_free(c);
}

/* The element is stored first, and the counter advances in a statement of its own. */
CODER(escaper, unsigned, int, )
static void escape(escaper *c, const uint8_t *data, size_t length) {
  c->length = 0;
  for (size_t i = 0; i < length; i++) {
    if (data[i] == 'c') {
      c->out[c->length] = '\\';
      c->length++;
    }
    const unsigned at = c->length;
    c->length = 1 + at;
    c->out[at] = data[i];
  }
}

static void escapes(void) {
  escaper *c = escaper_new();
  for (;;) {
    uint8_t block[BLOCK];
    size_t length = get(block);
    if (length == 0)
      break;
    escape(c, block, length);
    for (int round = 0; round < 50; round++)
      for (size_t i = 1; i < length; i++)
        block[i] = (uint8_t)(block[i] * 3 + block[i - 1]);
    fwrite(c->out, 1, c->length, stdout);
    printf(" %d\n", block[length - 1]);
  }
  escaper_free(c);
}

/* Elements of several bytes, of which the count is kept in a variable. */
CODER(tokens, int, int, )
static int tokenize(tokens *c, const uint8_t *data, int length) {
  c->length = 0;
  for (int i = 0; i < length; i++)
    if (data[i] > 'b')
      c->next[c->length++] = data[i] * 1000 + i;
  for (int round = 0; round < 100; round++)
    for (int i = 1; i < length; i++)
      c->out[i] = (uint8_t)(data[i] + round);
  return c->length;
}

static void list(void) {
  tokens *c = tokens_new();
  for (;;) {
    uint8_t block[BLOCK];
    size_t length = get(block);
    if (length == 0)
      break;
    int count = tokenize(c, block, (int)length);
    int all = count;
    fwrite(c->next, sizeof *c->next, (size_t)all, stdout);
  }
  tokens_free(c);
}

/* Nothing says that the loop ever comes to the lists: the worker's copy of them needs no original. */
CODER(rare, size_t, long, int *used;)
static long walk(rare *c, const uint8_t *data, size_t length) {
  long sum = 0;
  for (int h = 0; h < HEADS; h++)
    c->head[h] = -1;
  for (size_t i = 0; i + 1 < length; i++) {
    for (long j = c->head[data[i] % HEADS]; j > -1; j = c->next[j])
      sum = (sum * 7 + j) % 1000003;
    c->next[i] = c->head[data[i + 1] % HEADS];
    c->head[data[i + 1] % HEADS] = (long)i;
  }
  return sum;
}

static void walks(void) {
  rare *c = rare_new();
  for (;;) {
    uint8_t block[BLOCK];
    size_t length = get(block);
    if (length == 0)
      break;
    long sum = walk(c, block, length);
    printf("%ld\n", sum);
  }
  rare_free(c);
}

int main(void) {
  unsigned state = 1;
  for (int k = 0; k < BLOCKS; k++)
    for (int i = 0; i < BLOCK; i++) {
      state = state * 1103515245u + 12345u;
      blocks[k][i] = (uint8_t)((state >> 16) % 5 + 'a');
    }
  void (*const all[])(void) = {runs, matches, neighbors, escapes, list, walks};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    given = 0;
    all[i]();
  }
  return 0;
}
