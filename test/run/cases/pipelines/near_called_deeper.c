/* OPTIONS: --min-gain=0
 * Nearly those of called_deeper.c: the innermost calls must stay whole. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, FRAMES = 120 };

typedef struct codec {
  unsigned work[N], old[N], gain, sum;
  unsigned char out[N];
} codec;

static void window(codec *c, const unsigned *in) {
  for (int i = 0; i < N; i++)
    c->work[i] = in[i] * 3 + c->old[i];
  for (int i = 0; i < N; i++)
    c->old[i] = in[i] ^ (unsigned)i;
}

static unsigned level(const codec *c, unsigned from) {
  unsigned sum = from;
  for (int r = 0; r < 20; r++)
    for (int i = 1; i < N; i++)
      sum = sum * 31 + c->work[i] * c->work[i - 1];
  return sum;
}

static unsigned plain(codec *c, unsigned from) {
  const unsigned found = level(c, from);
  c->gain = c->gain * 3 + found;
  return level(c, found);
}

/* It calls itself. */
static unsigned nested(codec *c, unsigned from, int depth) {
  const unsigned found = level(c, from);
  c->gain = c->gain * 3 + found;
  if (depth == 0)
    return found;
  return nested(c, found, depth - 1);
}

static unsigned calls_nested(codec *c, const unsigned *in) {
  window(c, in);
  return nested(c, in[0], (int)(in[1] & 3));
}

static void all_nested(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = calls_nested(c, block);
    fprintf(out, "%u %u\n", found, c->gain);
  }
}

/* Only some iterations call it. */
static unsigned in_branch(codec *c, const unsigned *in) {
  window(c, in);
  unsigned found = in[0];
  if (in[1] & 1)
    found = plain(c, in[0]);
  return found;
}

static void all_in_branch(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = in_branch(c, block);
    fprintf(out, "%u %u\n", found, c->gain);
  }
}

/* Iterations call it several times. */
static unsigned in_loop(codec *c, const unsigned *in) {
  window(c, in);
  unsigned found = in[0];
  for (unsigned i = 0; i < in[1] % 4; i++)
    found = plain(c, found);
  return found;
}

static void all_in_loop(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = in_loop(c, block);
    fprintf(out, "%u %u\n", found, c->gain);
  }
}

/* The innermost one has a variable that all calls share. */
static unsigned counted(codec *c, unsigned from) {
  static unsigned calls;
  const unsigned found = level(c, from);
  calls = calls * 3 + found;
  return level(c, calls);
}

static unsigned calls_counted(codec *c, const unsigned *in) {
  window(c, in);
  return counted(c, in[0]);
}

static void all_counted(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = calls_counted(c, block);
    fprintf(out, "%u\n", found);
  }
}

/* The result is not the iteration's own: behind the loop it is that of the iteration which could
 * not print, though later ones may have begun. */
static unsigned last;

static int to_last(codec *c, const unsigned *in) {
  window(c, in);
  last = plain(c, in[0]);
  return (int)(in[0] & 1);
}

static int all_to_full(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int odd = to_last(c, block);
    if (fprintf(out, "%0500d\n", odd) < 0)
      return 1;
  }
  return 0;
}

/* A return of the innermost one stands in a macro. */
#define GIVE_UP return 0
static unsigned hidden(codec *c, unsigned from) {
  const unsigned found = level(c, from);
  if (found % 5 == 0)
    GIVE_UP;
  c->gain = c->gain * 3 + found;
  return level(c, found);
}

static unsigned calls_hidden(codec *c, const unsigned *in) {
  window(c, in);
  return hidden(c, in[0]);
}

static void all_hidden(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = calls_hidden(c, block);
    fprintf(out, "%u %u\n", found, c->gain);
  }
}

/* Each call goes on where the one before has ended. */
static unsigned chained(codec *c, unsigned from) {
  c->gain = c->gain * 7 + level(c, from ^ c->gain);
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < N; i++)
      c->gain = c->gain * 5 + c->work[i];
  return c->gain;
}

static unsigned calls_chained(codec *c, const unsigned *in) {
  window(c, in);
  return chained(c, in[0]);
}

static void all_chained(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = calls_chained(c, block);
    fprintf(out, "%u\n", found);
  }
}

/* A loop in a function whose only call has that function's body in its place in a copy of the
 * program: there nothing is known of its parameters, which are the same. */
static unsigned feeds(codec *c, const codec *d, unsigned from) {
  const unsigned found = level(d, d->gain ^ from);
  c->gain = found;
  return found;
}

static unsigned calls_feeds(codec *c, const codec *d, unsigned from) {
  c->sum ^= from;
  return feeds(c, d, from);
}

static unsigned own_loop(codec *c, const codec *d, const unsigned *in, FILE *out) {
  for (int i = 0; i < N; i++) {
    unsigned found = calls_feeds(c, d, in[i]);
    fprintf(out, "%u\n", found);
  }
  return c->gain;
}

static void all_own_loop(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = own_loop(c, c, block, out);
    fprintf(out, "%u %u\n", found, c->sum);
  }
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
  static void (*const all[])(codec *, FILE *, FILE *) = {
      all_nested, all_in_branch, all_in_loop, all_counted, all_hidden, all_chained,
      all_own_loop};
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
