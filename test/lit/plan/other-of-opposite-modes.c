// A loop is a pipeline in one mode, and another one in the opposite mode. Both are cut in the function that is called. The
// source's own pipeline has as many segments as the second, one of which is the whole call: it is not taken.
// RUN: kasuri %s --assume=input,exits --dump=analysis --stop-after=analysis -- -O2 | FileCheck --check-prefix=ANALYSIS %s
// RUN: kasuri %s --assume=input,exits --cores=2 -o %t -Rkasuri -- -O2 2>&1 | FileCheck %s

// ANALYSIS: {{^}}  pipeline {{.*}}guard('c->is_quality != 0')
// ANALYSIS: {{^}}  otherwise pipeline {{.*}}guard('c->is_quality == 0')
// CHECK: loop may run as a pipeline if 'c->is_quality != 0': {{.*}}; otherwise if 'c->is_quality == 0':

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 512, CHANNELS = 2 };

typedef struct channel {
  double input[2 * N], spectrum[N], mask[N], last;
  double budget;
  int bands;
} channel;

typedef struct codec {
  int is_quality;
  double reservoir, scale;
  channel channel[CHANNELS];
  unsigned char bytes[64];
} codec;

static void push(codec *c, const double *samples, int count) {
  for (int k = 0; k < CHANNELS; k++) {
    channel *ch = &c->channel[k];
    memmove(ch->input, ch->input + N, N * sizeof *ch->input);
    for (int i = 0; i < count; i++)
      ch->input[N + i] = samples[i];
    for (int i = count; i < N; i++)
      ch->input[N + i] = 0;
  }
}

/* What the channel was is carried. */
static void transform(channel *ch) {
  for (int i = 0; i < N; i++)
    ch->spectrum[i] = cos(0.01 * i) * ch->input[i] + ch->input[i + N] + ch->last;
  ch->last = ch->spectrum[N - 1] / 4;
  ch->bands = N - (int)ch->input[0] / 2;
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

static int encode(codec *c) {
  int used = 0;
  for (int k = 0; k < CHANNELS; k++)
    transform(&c->channel[k]);
  allocate(c);
  for (int k = 0; k < CHANNELS; k++)
    used += quantise(&c->channel[k]);
  if (!c->is_quality)
    c->reservoir = fabs(fmod(c->reservoir + 60 - used, 400));
  return snprintf((char *)c->bytes, sizeof c->bytes, "%d\n", used);
}

static int read_samples(FILE *in, double *samples) {
  unsigned char block[N];
  int done = 0;
  while (done < N) {
    size_t wanted = N / 2;
    if (wanted > (size_t)(N - done))
      wanted = (size_t)(N - done);
    if (fread(block, 1, wanted, in) != wanted)
      return -1;
    for (const unsigned char *p = block; p < block + wanted; p++)
      *samples++ = sqrt(*p);
    done += (int)wanted;
  }
  return done;
}

static int encode_all(codec *c, FILE *in, FILE *out) {
  double samples[N];
  unsigned long pushed = 0;
  while (pushed < 100ul * N) {
    int count = read_samples(in, samples);
    if (count < 0)
      return 2;
    push(c, samples, count);
    pushed += N;
    int size = encode(c);
    if (fwrite(c->bytes, 1, (size_t)size, out) != (size_t)size)
      return 3;
  }
  return 0;
}

int main(int argc, char **argv) {
  codec *c = calloc(1, sizeof *c);
  if (c == NULL || argc < 2)
    return 1;
  c->is_quality = atoi(argv[1]);
  c->reservoir = 100;
  c->scale = 1.5;
  return encode_all(c, stdin, stdout);
}
