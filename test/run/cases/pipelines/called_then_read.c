/* OPTIONS: --min-gain=0
 * PARALLEL: 2
 * Two loops over frames call functions with one codec. The second one reads what the first has left: what each
 * iteration of the first sets anew is needed as well, though only a function reads it that stands in place of its
 * only call when the loops are looked at. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, FRAMES = 60 };

typedef struct codec {
  unsigned work[N], old[N], level, seen[N];
} codec;

static void window(codec *c, const unsigned *in) {
  for (int i = 0; i < N; i++)
    c->work[i] = in[i] * 3 + c->old[i];
  for (int i = 0; i < N; i++)
    c->old[i] = in[i] ^ (unsigned)i;
}

static unsigned level(const unsigned *work) {
  unsigned sum = 0;
  for (int r = 0; r < 60; r++)
    for (int i = 1; i < N; i++)
      sum = sum * 31 + work[i] * work[i - 1];
  return sum;
}

static unsigned encode(codec *c, const unsigned *in) {
  window(c, in);
  const unsigned found = level(c->work);
  c->level = found;
  return found & 255;
}

static unsigned compare(codec *c, const unsigned *in) {
  for (int i = 0; i < N; i++)
    c->seen[i] = in[i] ^ c->work[i] ^ c->level;
  const unsigned found = level(c->seen);
  for (int i = 0; i < N; i++)
    c->old[i] += c->seen[i] & 1;
  return found;
}

static void encode_all(codec *c, FILE *in) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = encode(c, block);
    printf("%u\n", found);
  }
}

static void compare_all(codec *c, FILE *in) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = compare(c, block);
    printf("%u\n", found);
  }
}

static FILE *make(unsigned seed) {
  FILE *file = tmpfile();
  if (!file)
    exit(9);
  for (unsigned n = 0; n < FRAMES * N; n++) {
    seed = seed * 1103515245 + 12345;
    fwrite(&seed, sizeof seed, 1, file);
  }
  rewind(file);
  return file;
}

int main(void) {
  static codec its;
  encode_all(&its, make(1));
  compare_all(&its, make(2));
  printf("%u %u\n", its.old[5], its.seen[7]);
  return 0;
}
