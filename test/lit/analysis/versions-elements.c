// Members of structs in an array: each is told apart, in all elements.
// RUN: kasuri %s --dump=analysis --dump-function=run --stop-after=analysis | FileCheck %s
// RUN: kasuri %s -o %t --cores=4 --min-gain=0 -- -O2
// RUN: FileCheck --check-prefix=COPY --input-file=%t/versions-elements.c %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };

typedef struct channel {
  float input[N], spectrum[N];
  float state;
} channel;

typedef struct codec {
  int channels;
  channel ch[4];
  int frames;
} codec;

static void push(codec *k, const float *from) {
  for (int c = 0; c < k->channels; c++)
    for (int i = 0; i < N; i++)
      k->ch[c].input[i] = from[i] * (float)c;
}

static void track(channel *ch) {
  for (int i = 0; i < N; i++)
    ch->state = ch->state * 0.5f + ch->input[i];
}

static void analyse(channel *ch) {
  for (int i = 0; i < N; i++) {
    float sum = 0;
    for (int j = 0; j < N; j++)
      sum += ch->input[j] * (float)((i ^ j) % 5);
    ch->spectrum[i] = sum;
  }
}

// The states of all channels are in order, input and spectrum are an iteration's own.
// CHECK: loop {{.*}} sequential
// CHECK: pipeline
// CHECK-SAME: version(k)
// CHECK: hands on(k[516, 520)) hands on(k[1032, 1036)) hands on(k[1548, 1552)) hands on(k[2064, 2068))
// CHECK-NOT: hands on(k[4,
// COPY: for (ks_size ks_e = 0; ks_e < 4; ++ks_e) ks_copy_part(ks_own_version_0, ks_home_version_0, 516 + 516 * ks_e, 520 + 516 * ks_e, ks_bytes_version_0);
static void run(codec *k, FILE *in) {
  float samples[N];
  while (fread(samples, sizeof samples, 1, in) == 1) {
    push(k, samples);
    for (int c = 0; c < k->channels; c++)
      track(&k->ch[c]);
    for (int c = 0; c < k->channels; c++)
      analyse(&k->ch[c]);
    printf("%g %g\n", (double)k->ch[0].spectrum[3], (double)k->ch[1].state);
  }
}

int main(int argc, char **argv) {
  codec *k = calloc(1, sizeof *k);
  FILE *in = fopen(argv[argc - 1], "rb");
  if (k == NULL || in == NULL)
    return 1;
  k->channels = argc;
  run(k, in);
  fclose(in);
  free(k);
  return 0;
}
