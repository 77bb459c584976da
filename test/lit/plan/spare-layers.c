// In the mode for which the loop is no pipeline, what it calls has layers of its own; the plan's figures leave them
// out. With a profile in which the tests have always failed, it is the other way round.
// RUN: kasuri %s --cores=2 -o %t --report=%t/report -Rkasuri -- -O2 2>&1 | FileCheck %s
// RUN: kasuri %s --cores=2 --dump=plan --stop-after=plan -- -O2 | FileCheck --check-prefix=PLAN %s
// RUN: FileCheck --check-prefix=REPORT --input-file=%t/report/report.json %s
// RUN: grep -cE 'ks_run(_piped)?[(]&' %t/spare-layers.c | FileCheck --check-prefix=COUNT %s
// RUN: cc -O2 -I %S/../../../include %t/spare-layers.c %S/../../../build/lib/libkasuri.a -lm -pthread -o %t/spare
// RUN: env KASURI_CORES=2 KASURI_ADAPT=0 KASURI_PROFILE=%t/quality.json %t/spare /dev/zero 1 > %t/quality
// RUN: env KASURI_CORES=2 KASURI_ADAPT=0 KASURI_PROFILE=%t/rate.json %t/spare /dev/zero 0 > %t/rate
// RUN: kasuri %s --cores=2 --profile=%t/quality.json --dump=plan --stop-after=plan -- -O2 | FileCheck --check-prefix=PLAN %s
// RUN: kasuri %s --cores=2 --profile=%t/rate.json -o %t --report=%t/report -- -O2
// RUN: FileCheck --check-prefix=RATE --input-file=%t/report/report.json %s

// CHECK: spare-layers.c:[[#]]:3: remark: loop runs in parallel: doall over 'k', reduction 'used' (+); if the tests in front of the pipeline around it fail [Doall]
// CHECK: spare-layers.c:[[#]]:3: remark: loop may run as a pipeline if 'c->is_quality != 0'
// PLAN: layer encode@spare-layers.c:[[#]], 1 macro-tasks, spare
// REPORT: "spare": true
// COUNT: 2
// RATE: "name": "encode_all@spare-layers.c:[[#]]"
// RATE: "executions": 0
// RATE: "callsRefused": 1
// RATE: "spare": false
// RATE: "name": "encode@spare-layers.c:[[#]]"
// RATE: "executions": 400
// RATE: "callsRefused": 0
// RATE: "spare": true
#include <stdio.h>
#include <stdlib.h>

enum { N = 512, CHANNELS = 2 };

typedef struct channel {
  unsigned spectrum[N], last[N];
} channel;

typedef struct codec {
  int is_quality;
  channel channel[CHANNELS];
  unsigned reservoir;
} codec;

static void transform(channel *ch, const unsigned *in) {
  for (int i = 0; i < N; i++)
    ch->spectrum[i] = in[i] * 3 + ch->last[i];
  for (int i = 0; i < N; i++)
    ch->last[i] = in[i] ^ (unsigned)i;
}

static unsigned quantise(const channel *ch, unsigned budget) {
  unsigned sum = budget;
  for (int r = 0; r < 200; r++)
    for (int i = 1; i < N; i++)
      sum = sum * 31 + (ch->spectrum[i] ^ ch->spectrum[i - 1]);
  return sum;
}

static unsigned encode(codec *c, const unsigned *in) {
  unsigned used = 0;
  for (int k = 0; k < CHANNELS; k++)
    transform(&c->channel[k], in);
  unsigned budget = c->is_quality ? 5 : c->reservoir;
  for (int k = 0; k < CHANNELS; k++)
    used += quantise(&c->channel[k], budget);
  if (!c->is_quality)
    c->reservoir = c->reservoir / 2 + used % 1000;
  return used;
}

static int encode_all(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  int left = 400;
  while (left-- > 0 && fread(block, sizeof *block, N, in) == N) {
    unsigned used = encode(c, block);
    if (fprintf(out, "%u\n", used) < 0)
      return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  codec *c = calloc(1, sizeof *c);
  FILE *in = argc > 2 ? fopen(argv[1], "r") : NULL;
  if (c == NULL || in == NULL)
    return 1;
  c->is_quality = atoi(argv[2]);
  return encode_all(c, in, stdout);
}
