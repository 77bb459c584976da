/* OPTIONS: --min-gain=0
 * PARALLEL: 6
 * A codec's handle of which each worker has its own, and what only one mode carries in it lies in functions called. In
 * the other mode the loop runs as it stands, and the channels of a frame at the same time. Each is run in both modes. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { N = 128, CHANNELS = 2, FRAMES = 200 };

typedef struct channel {
  unsigned spectrum[N], last[N];
} channel;

typedef struct codec {
  int is_quality, is_adding;
  channel channel[CHANNELS];
  unsigned reservoir, mean, peak, total;
} codec;

static codec *codec_new(int is_quality) {
  codec *c = calloc(1, sizeof *c);
  if (c == NULL)
    exit(1);
  c->is_quality = is_quality;
  c->is_adding = 1;
  c->reservoir = 1000;
  c->mean = 17;
  return c;
}

/* Carried in each mode, and short. */
static void transform(channel *ch, const unsigned *in) {
  for (int i = 0; i < N; i++)
    ch->spectrum[i] = in[i] * 3 + ch->last[i];
  for (int i = 0; i < N; i++)
    ch->last[i] = in[i] ^ (unsigned)i;
}

static unsigned quantise(const channel *ch, unsigned budget) {
  unsigned sum = budget;
  for (int r = 0; r < 40; r++)
    for (int i = 1; i < N; i++)
      sum = sum * 31 + (ch->spectrum[i] ^ ch->spectrum[i - 1]);
  return sum;
}

static unsigned budget_of(codec *c) {
  if (c->is_quality)
    return 5;
  c->mean = c->mean * 7 / 8 + c->channel[0].spectrum[3] % 100;
  return c->reservoir / 4 + c->mean;
}

static void account(codec *c, unsigned used) {
  if (!c->is_quality)
    c->reservoir = c->reservoir / 2 + used % 1000;
}

static unsigned encode(codec *c, const unsigned *in) {
  unsigned used = 0;
  for (int k = 0; k < CHANNELS; k++)
    transform(&c->channel[k], in);
  unsigned budget = budget_of(c);
  for (int k = 0; k < CHANNELS; k++)
    used += quantise(&c->channel[k], budget);
  account(c, used);
  return used;
}

static int encode_all(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned used = encode(c, block);
    if (fprintf(out, "%u\n", used) < 0)
      return 1;
  }
  return 0;
}

/* What only one mode writes is read in each, and behind the loop. */
static unsigned watch(codec *c, const unsigned *in) {
  transform(&c->channel[0], in);
  unsigned used = quantise(&c->channel[0], c->peak);
  if (!c->is_quality)
    c->peak = c->peak * 3 + used;
  return used + c->peak;
}

static int watch_all(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned used = watch(c, block);
    if (fprintf(out, "%u\n", used) < 0)
      return 1;
  }
  fprintf(out, "peak %u\n", c->peak);
  return 0;
}

/* The mode that is carried is the other one, and a second member is carried in both, under another condition. */
static unsigned sum(codec *c, const unsigned *in) {
  transform(&c->channel[1], in);
  unsigned used = quantise(&c->channel[1], c->is_quality ? c->reservoir : 3);
  if (c->is_quality)
    c->reservoir ^= used;
  if (c->is_adding)
    c->total = c->total * 5 + used;
  return used ^ c->total;
}

static int sum_all(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    unsigned used = sum(c, block);
    if (fprintf(out, "%u\n", used) < 0)
      return 1;
  }
  return 0;
}

static FILE *input(void) {
  FILE *f = tmpfile();
  unsigned seed = 1;
  if (f == NULL)
    exit(1);
  for (int i = 0; i < FRAMES * N; i++) {
    seed = seed * 1103515245 + 12345;
    fwrite(&seed, sizeof seed, 1, f);
  }
  return f;
}

/* Each in a process of its own, so that nothing reads the handle behind the loop. */
int main(int argc, char **argv) {
  static int (*const all[])(codec *, FILE *, FILE *) = {encode_all, watch_all, sum_all};
  for (int i = 0; argc <= 2 && i < 6; i++) {
    char command[4096];
    snprintf(command, sizeof command, "'%s' - %d", argv[0], i);
    fflush(stdout);
    const int status = system(command);
    printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  if (argc <= 2)
    return 0;
  const int number = atoi(argv[2]);
  codec *c = codec_new(number % 2);
  return all[number / 2](c, input(), stdout);
}
