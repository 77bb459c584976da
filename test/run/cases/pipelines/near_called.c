/* OPTIONS: --min-gain=0
 * PARALLEL: 0
 * Nearly those of called.c: each of these must stay in order. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, FRAMES = 120 };

typedef struct codec {
  unsigned work[N], old[N], gain;
  unsigned char out[N];
} codec;

static void window(codec *c, const unsigned *in) {
  for (int i = 0; i < N; i++)
    c->work[i] = in[i] * 3 + c->old[i];
  for (int i = 0; i < N; i++)
    c->old[i] = in[i] ^ (unsigned)i;
}

static unsigned level(const codec *c) {
  unsigned sum = 0;
  for (int r = 0; r < 20; r++)
    for (int i = 1; i < N; i++)
      sum = sum * 31 + c->work[i] * c->work[i - 1];
  return sum;
}

/* The function has a variable that all calls share. */
static unsigned counted(codec *c, const unsigned *in) {
  static unsigned calls;
  window(c, in);
  const unsigned found = level(c);
  calls = calls * 3 + found;
  return found + calls;
}

static void all_counted(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = counted(c, block);
    fprintf(out, "%u\n", found);
  }
}

/* What the call gives is no iteration's own: the sum is there before the call ends. */
static unsigned plain(codec *c, const unsigned *in) {
  window(c, in);
  const unsigned found = level(c);
  c->gain = c->gain * 3 + found;
  return found;
}

static void all_summed(codec *c, FILE *in, FILE *out) {
  unsigned block[N], sums[4] = {0};
  while (fread(block, sizeof *block, N, in) == N) {
    sums[c->gain & 3] = plain(c, block);
    fprintf(out, "%u\n", sums[2]);
  }
}

/* Each call goes on where the one before has ended. */
static unsigned chained(codec *c, const unsigned *in) {
  window(c, in);
  c->gain = c->gain * 7 + level(c);
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < N; i++)
      c->gain = c->gain * 5 + c->work[i];
  return c->gain;
}

static void all_chained(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = chained(c, block);
    fprintf(out, "%u\n", found);
  }
}

/* The return stands in a macro. */
#define GIVE_UP return 0
static unsigned hidden(codec *c, const unsigned *in) {
  window(c, in);
  const unsigned found = level(c);
  if (found % 5 == 0)
    GIVE_UP;
  c->gain = c->gain * 3 + found;
  return found ^ c->gain;
}

static void all_hidden(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = hidden(c, block);
    fprintf(out, "%u\n", found);
  }
}

/* A directive stands in the function. */
static unsigned directed(codec *c, const unsigned *in) {
  window(c, in);
#undef GIVE_UP
  const unsigned found = level(c);
  c->gain = c->gain * 3 + found;
  return found ^ c->gain;
}

static void all_directed(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = directed(c, block);
    fprintf(out, "%u\n", found);
  }
}

/* The result is not the iteration's own: behind the loop it is that of the iteration which could
 * not print, though later ones may have begun. */
static unsigned last;

static int all_to_full(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    last = plain(c, block);
    if (fprintf(out, "%0500u\n", c->work[3]) < 0)
      return 1;
  }
  return 0;
}

/* Open for reading alone: it is read ahead of what is printed. */
static FILE *make(void) {
  FILE *file = tmpfile();
  for (unsigned i = 0; i < FRAMES * N; i++) {
    const unsigned value = i * 2654435761u % 10007;
    fwrite(&value, sizeof value, 1, file);
  }
  fflush(file);
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fileno(file));
  FILE *in = fopen(name, "r");
  fclose(file);
  return in;
}

int main(int argc, char **argv) {
  static void (*const all[])(codec *, FILE *, FILE *) = {all_counted, all_summed, all_chained,
                                                         all_hidden, all_directed};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    codec *c = calloc(1, sizeof *c);
    if (c == NULL)
      return 1;
    all[i](c, make(), stdout);
    free(c);
  }
  (void)argv;
  codec *c = calloc(1, sizeof *c);
  FILE *full = fopen("/dev/full", "w");
  if (c == NULL || full == NULL)
    return 1;
  const int status = all_to_full(c, make(), full);
  printf("%d %u\n", status, last);
  return argc > 99;
}
