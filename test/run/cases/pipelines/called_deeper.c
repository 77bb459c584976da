/* OPTIONS: --min-gain=0
 * PARALLEL: 8
 * What iterations hand on lies in functions that are called by those that they call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { N = 64, FRAMES = 300 };

typedef struct codec {
  unsigned work[N], old[N], gain, sum;
  int reservoir, mode;
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

static int pack(codec *c, unsigned by) {
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < N; i++)
      c->out[i] = (unsigned char)(c->work[i] * by + (unsigned)(r * i));
  return N - (int)(by % 3);
}

/* Two deep, and the result is returned. */
static int spectrum(codec *c, unsigned from) {
  const unsigned found = level(c, from);
  c->gain = c->gain * 3 + found;
  return pack(c, found);
}

static int returned(codec *c, const unsigned *in) {
  window(c, in);
  return spectrum(c, in[0]);
}

static int all_returned(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  spectrum(c, 7); /* as it stands */
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = returned(c, block);
    if (fprintf(out, "%d %u %d\n", bytes, c->gain, c->out[5]) < 0)
      return 1;
  }
  return 0;
}

/* Three deep, with returns in front of and behind the segments of each function. */
static int innermost(codec *c, unsigned from) {
  const unsigned found = level(c, from);
  if (found % 5 == 0)
    return -1;
  c->gain = c->gain * 3 + found;
  if (found % 7 == 1)
    return -2;
  return pack(c, found);
}

static int middle(codec *c, const unsigned *in) {
  if (in[1] % 4 == 0)
    return -3;
  int bytes = innermost(c, in[0]);
  c->reservoir = c->reservoir / 2 + bytes;
  return bytes;
}

static int outermost(codec *c, const unsigned *in) {
  window(c, in);
  if (in[2] % 4 == 0)
    return -4;
  int bytes;
  bytes = middle(c, in);
  if (bytes < -2)
    return bytes;
  c->mode ^= bytes;
  return bytes + 1;
}

static int all_early(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = outermost(c, block);
    if (fprintf(out, "%d %u %d %d\n", bytes, c->gain, c->reservoir, c->mode) < 0)
      return 1;
  }
  return 0;
}

/* The same function at two places of one that is called. */
static int twice(codec *c, const unsigned *in) {
  window(c, in);
  int bytes = spectrum(c, in[0]);
  bytes += (int)c->gain;
  int more = innermost(c, in[1]);
  c->sum += (unsigned)more;
  bytes += more;
  more = innermost(c, in[2]);
  return bytes ^ more;
}

static int all_twice(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = twice(c, block);
    if (fprintf(out, "%d %u\n", bytes, c->sum) < 0)
      return 1;
  }
  return 0;
}

/* The loop calls two functions that both call it. */
static int first_half(codec *c, const unsigned *in) {
  window(c, in);
  return innermost(c, in[0]);
}

static int second_half(codec *c, int from) {
  c->sum = c->sum * 3 + (unsigned)from;
  return innermost(c, (unsigned)from);
}

static int all_halves(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = first_half(c, block);
    int more = second_half(c, bytes);
    if (fprintf(out, "%d %d %u %u\n", bytes, more, c->sum, c->gain) < 0)
      return 1;
  }
  return 0;
}

/* No results, and what is in order comes last in each function. */
static void last_of(codec *c, unsigned *found) {
  *found = level(c, *found);
  c->gain = c->gain * 5 + *found;
}

static void last_but_one(codec *c, const unsigned *in, unsigned *found) {
  window(c, in);
  *found = in[0];
  last_of(c, found);
}

static int all_last(codec *c, FILE *in, FILE *out) {
  unsigned block[N], found;
  while (fread(block, sizeof *block, N, in) == N) {
    last_but_one(c, block, &found);
    if (fprintf(out, "%u %u\n", found, c->gain) < 0)
      return 1;
  }
  return 0;
}

/* What is in order comes first in the innermost one; what follows the calls is none's. */
static int first_of(codec *c, unsigned from) {
  c->gain = c->gain * 5 + from;
  return pack(c, level(c, from));
}

static int first_but_one(codec *c, const unsigned *in) {
  window(c, in);
  const unsigned from = c->work[3];
  int bytes = first_of(c, from);
  for (int i = 0; i < N; i++)
    bytes ^= c->out[i] + (int)in[i];
  return bytes;
}

static int all_first(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = first_but_one(c, block);
    if (fprintf(out, "%d %u\n", bytes, c->gain) < 0)
      return 1;
  }
  return 0;
}

/* Four deep. */
static int fourth(codec *c, unsigned from) {
  int bytes = innermost(c, from);
  c->mode += bytes;
  return bytes;
}

static int third(codec *c, const unsigned *in) {
  c->sum = c->sum * 3 + in[1];
  int bytes = fourth(c, in[0]);
  return bytes;
}

static int second(codec *c, const unsigned *in) {
  window(c, in);
  int bytes = third(c, in);
  return bytes;
}

static int all_deep(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = second(c, block);
    if (fprintf(out, "%d %u %d\n", bytes, c->gain, c->mode) < 0)
      return 1;
  }
  return 0;
}

/* A loop of the function that is cut has a pipeline of its own. */
static int own_loop(codec *c, const unsigned *in) {
  window(c, in);
  int bytes = 0;
  for (int i = 0; i < 3; i++) {
    bytes += innermost(c, in[i]);
    c->sum = c->sum * 3 + (unsigned)bytes;
  }
  return spectrum(c, (unsigned)bytes);
}

static int all_own(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = own_loop(c, block);
    if (fprintf(out, "%d %u %u\n", bytes, c->gain, c->sum) < 0)
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

/* It runs itself for each of them, since nothing may be read behind the loops. */
int main(int argc, char **argv) {
  static int (*const all[])(codec *, FILE *, FILE *) = {
      all_returned, all_early, all_twice, all_halves, all_last, all_first, all_deep, all_own};
  for (int i = 0; argc <= 2 && i < 8; i++) {
    char command[4096];
    snprintf(command, sizeof command, "'%s' - %d", argv[0], i);
    fflush(stdout);
    const int status = system(command);
    printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  if (argc <= 2)
    return 0;
  codec *c = calloc(1, sizeof *c);
  return c == NULL ? 1 : all[atoi(argv[2])](c, make(), stdout);
}
