/* OPTIONS: --min-gain=1.05 --assume=input,exits
 * PARALLEL: 5
 * A codec whose loop is a pipeline in each of two modes: in one, frames are quantised at the same time; in the other, a
 * reservoir orders that, and workers that wait for their turn help with the channels. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 512, CHANNELS = 5, FRAMES = 60 };

typedef struct channel {
  double spectrum[N], last[N], mask[N];
  double budget;
  int bands;
} channel;

typedef struct codec {
  int is_quality;
  double reservoir, scale;
  long frames;
  channel channel[CHANNELS];
  unsigned char bytes[64];
} codec;

static codec *codec_new(int is_quality) {
  codec *c = calloc(1, sizeof *c);
  if (c == NULL)
    exit(1);
  c->is_quality = is_quality;
  c->reservoir = 100;
  c->scale = 1.5;
  return c;
}

/* What the channel was is carried. */
static void transform(channel *ch, const unsigned char *in) {
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int k = -2; k <= 2; k++)
      sum += cos(0.01 * (i + k)) * in[(i + k + N) % N];
    ch->spectrum[i] = 0.7 * sum + 0.3 * ch->last[i];
  }
  memcpy(ch->last, ch->spectrum, sizeof ch->last);
  ch->bands = N - in[0] / 2;
}

static void weigh(channel *ch) {
  for (int i = 0; i < ch->bands; i++)
    ch->mask[i] = 1 + fabs(ch->spectrum[i]) / 8;
}

static void allocate(codec *c) {
  if (c->is_quality) {
    for (int k = 0; k < CHANNELS; k++) {
      c->channel[k].budget = 10;
      for (int i = 0; i < c->channel[k].bands; i++)
        c->channel[k].mask[i] *= c->scale;
    }
    return;
  }
  for (int k = 0; k < CHANNELS; k++)
    c->channel[k].budget = c->reservoir / (k + 2);
}

static int quantise(const channel *ch) {
  double used = 0, step = 1;
  for (int round = 0; round < 12; round++) {
    used = 0;
    for (int i = 0; i < ch->bands; i++)
      used += log(1 + fabs(ch->spectrum[i]) / (ch->mask[i] * step));
    step *= used > ch->budget * 20 ? 1.25 : 0.95;
  }
  return (int)(used * 8 + step * 16);
}

static int pack(codec *c, int used) {
  if (used < 0)
    return -1;
  if (!c->is_quality)
    c->reservoir = fabs(fmod(c->reservoir + 60 - used, 400));
  return snprintf((char *)c->bytes, sizeof c->bytes, "%ld %d\n", c->frames, used);
}

static int encode(codec *c, const unsigned char *in) {
  int used = 0;
  for (int k = 0; k < CHANNELS; k++)
    transform(&c->channel[k], in);
  c->frames++;
  for (int k = 0; k < CHANNELS; k++)
    weigh(&c->channel[k]);
  allocate(c);
  for (int k = 0; k < CHANNELS; k++)
    used += quantise(&c->channel[k]);
  return pack(c, used);
}

static int encode_all(codec *c, FILE *in, FILE *out) {
  unsigned char block[N];
  while (fread(block, 1, N, in) == N) {
    int count = encode(c, block);
    if (count < 0)
      return 2;
    if (fwrite(c->bytes, 1, (size_t)count, out) != (size_t)count)
      return 3;
  }
  return 0;
}

/* Open for reading only: what the program may also write is not read ahead. */
static FILE *input(void) {
  char name[] = "/tmp/either_mode.XXXXXX";
  const int made = mkstemp(name);
  FILE *to = made < 0 ? NULL : fdopen(made, "wb");
  unsigned seed = 1;
  if (to == NULL)
    exit(1);
  for (int i = 0; i < FRAMES * N; i++) {
    seed = seed * 1103515245 + 12345;
    fputc((int)(seed >> 24), to);
  }
  fclose(to);
  FILE *from = fopen(name, "rb");
  unlink(name);
  return from;
}

int main(int argc, char **argv) {
  for (int mode = 0; argc <= 2 && mode < 2; mode++) {
    char command[4096];
    snprintf(command, sizeof command, "'%s' - %d", argv[0], mode);
    fflush(stdout);
    const int status = system(command);
    printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  if (argc <= 2)
    return 0;
  codec *c = codec_new(atoi(argv[2]));
  return encode_all(c, input(), stdout);
}
