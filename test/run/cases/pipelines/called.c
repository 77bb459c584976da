/* OPTIONS: --min-gain=0
 * PARALLEL: 7 FLAGS: -O1
 * What iterations hand on lies in functions that they call: the pipelines are cut within these. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { N = 64, FRAMES = 300 };

typedef struct codec {
  unsigned work[N], old[N], gain;
  int frames, reservoir, mode;
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

static int pack(codec *c, unsigned by) {
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < N; i++)
      c->out[i] = (unsigned char)(c->work[i] * by + (unsigned)(r * i));
  return N - (int)(by % 3);
}

/* The result of the last call leaves the last segment. */
static int to_end(codec *c, const unsigned *in) {
  window(c, in);
  const unsigned found = level(c);
  const int bytes = pack(c, found);
  return bytes + (int)((c->gain = c->gain * 5 + found) & 1);
}

static int all_to_end(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = to_end(c, block);
    if (fprintf(out, "%d %u\n", bytes, c->work[7]) < 0)
      return 1;
  }
  return 0;
}

/* It returns before segments that other iterations run; their values are printed. */
static int early(codec *c, const unsigned *in) {
  window(c, in);
  if (in[0] % 3 == 0)
    return 0;
  const unsigned found = level(c);
  if (found % 5 == 0)
    return -1;
  c->reservoir = c->reservoir / 2 + (int)(found % 50);
  if (found % 7 == 1) {
    if (c->reservoir & 1)
      return -2;
    c->gain += found;
  }
  c->mode ^= (int)(found & 3);
  return pack(c, (unsigned)c->reservoir);
}

static int all_early(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  int bytes = 0;
  while (fread(block, sizeof *block, N, in) == N) {
    bytes = early(c, block);
    if (fprintf(out, "%d %d %u %d %d\n", bytes, c->reservoir, c->gain, c->mode, c->out[9]) < 0)
      return 1;
  }
  return 0;
}

/* Of a function of no result, its pieces in blocks, a condition that calls. */
static int is_loud(const codec *c, unsigned by) {
  unsigned sum = by;
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < N; i++)
      sum = sum * 7 + c->work[i];
  return sum % 3 == 1;
}

static void nothing(codec *c, const unsigned *in, unsigned *found) {
  {
    window(c, in);
    *found = level(c);
  }
  if (is_loud(c, *found))
    c->gain += 3;
  else
    c->mode++;
  if (c->gain % 4 == 1)
    return;
  for (int i = 1; i < N; i++)
    *found = *found * 13 + c->work[i];
}

static int all_nothing(codec *c, FILE *in, FILE *out) {
  unsigned block[N], found;
  while (fread(block, sizeof *block, N, in) == N) {
    nothing(c, block, &found);
    if (fprintf(out, "%u %u %d\n", found, c->gain, c->mode) < 0)
      return 1;
  }
  return 0;
}

/* Two calls, of which the second has what the first one has made. */
static unsigned analyze(codec *c, const unsigned *in) {
  window(c, in);
  const unsigned found = level(c);
  c->gain = c->gain * 3 + found;
  return found ^ c->gain;
}

static int finish(codec *c, unsigned found) {
  const int bytes = pack(c, found);
  c->reservoir += bytes;
  if (c->reservoir % 4 == 0)
    return bytes;
  return bytes + is_loud(c, found);
}

static int all_twice(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = analyze(c, block);
    int bytes;
    bytes = finish(c, found);
    if (fprintf(out, "%u %d %d\n", found, bytes, c->reservoir) < 0)
      return 1;
  }
  return 0;
}

/* The caller reads what the iteration before has written in the function, if it came there. */
static unsigned trace[FRAMES + 2];

static unsigned mixed(const unsigned *in, unsigned sum) {
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < N; i++)
      sum = sum * 17 + in[i];
  return sum;
}

static int traced(const unsigned *in, int frame) {
  const unsigned found = mixed(in, 1);
  if (in[0] % 3 == 0)
    return 0;
  trace[frame] = found;
  return (int)(mixed(in, found) & 15);
}

static int all_traced(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  for (int frame = 1; frame <= FRAMES; frame++) {
    if (fread(block, sizeof *block, N, in) != N)
      break;
    int bytes = traced(block, frame);
    unsigned sum = mixed(block, trace[frame - 1]);
    if (fprintf(out, "%d %u\n", bytes, sum) < 0)
      return 1;
  }
  return c->mode;
}

/* It returns where it has something to hand on. */
static unsigned delayed(codec *c, const unsigned *in) {
  window(c, in);
  if (c->frames++ % 4 == 0)
    return 0;
  return level(c);
}

static int all_delayed(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = delayed(c, block);
    if (fprintf(out, "%u\n", found) < 0)
      return 1;
  }
  return 0;
}

/* It returns in front of that; the caller reads what other iterations have left. */
static unsigned skipped(codec *c, const unsigned *in) {
  const unsigned found = mixed(in, 1);
  if (in[0] % 3 == 0)
    return 0;
  c->gain = c->gain * 3 + found;
  return mixed(in, found);
}

static int all_skipped(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned found = skipped(c, block);
    if (fprintf(out, "%u %u\n", found, c->gain) < 0)
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
      all_to_end, all_early, all_nothing, all_twice, all_traced, all_delayed, all_skipped};
  for (int i = 0; argc <= 2 && i < 7; i++) {
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
