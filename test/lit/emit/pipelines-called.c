// A pipeline that is cut within a function: iterations call a copy of it with the segments.
// RUN: kasuri %s --dump=analysis --dump-function=run --stop-after=analysis | FileCheck %s
// RUN: kasuri %s -o %t --cores=4 --min-gain=0 -Rkasuri -- -O2 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: FileCheck --check-prefix=COPY --input-file=%t/pipelines-called.c %s
#include <stdio.h>

enum { N = 256 };

typedef struct codec {
  unsigned work[N], old[N], gain;
} codec;

static void window(codec *c, const unsigned *in) {
  for (int i = 0; i < N; i++)
    c->work[i] = in[i] * 3 + c->old[i];
  for (int i = 0; i < N; i++)
    c->old[i] = in[i];
}

static unsigned level(const codec *c) {
  unsigned sum = 0;
  for (int r = 0; r < 50; r++)
    for (int i = 1; i < N; i++)
      sum = sum * 31 + c->work[i] * c->work[i - 1];
  return sum;
}

// COPY: /* kasuri: 'encode' for the iterations of a pipeline */
// COPY: static int ks_encode_[[PLACE:[0-9_]+]](ks_lane *ks_l, int *ks_stopped, void *ks_home_version_0, void *ks_own_version_0, codec *c, const unsigned *in) {
// COPY: if (!ks_pipe_enter(ks_l, 1)) { *ks_stopped = 1; return 0; } __builtin_memcpy((char *)ks_own_version_0 + 1024, (char *)ks_home_version_0 + 1024, 1024);
// COPY: window(c, in);
// COPY: ks_pipe_leave(ks_l, 1);
// The return passes the segment behind it, so that what the caller reads is there.
// COPY: do { int ks_returned = 0; if (!ks_pipe_enter(ks_l, 2)) { *ks_stopped = 1; return 0; } __builtin_memcpy((char *)ks_own_version_0 + 2048, (char *)ks_home_version_0 + 2048, 4); ks_pipe_leave(ks_l, 2); return ks_returned; } while (0);
// COPY: ks_pipe_enter(ks_l, 2)
// COPY: c->gain = c->gain * 3 + found;
// COPY: ks_pipe_leave(ks_l, 2);
// COPY: static int encode(codec *c, const unsigned *in) {
static int encode(codec *c, const unsigned *in) {
  window(c, in);
  if (in[0] == 0)
    return 0;
  unsigned found = level(c);
  c->gain = c->gain * 3 + found;
  for (int i = 0; i < N; i++)
    found = found * 7 + c->work[i];
  return (int)(found & 255);
}

// CHECK: loop {{.*}} sequential
// CHECK: pipeline version(c)
// CHECK-NEXT: in order: head takes(block) leaves(block)
// CHECK-NEXT: in order: [[#WINDOW:]] hands on(c[1024, 2048))
// CHECK-NEXT: in order: [[#WINDOW+4]] hands on(c[2048, 2052))
// CHECK-NEXT: in order: [[#]]
// REMARK: remark: loop runs as a pipeline: 4 ordered segments
// COPY: int ks_stopped_0 = 0;
// COPY: int bytes = ks_encode_[[PLACE]](ks_l, &ks_stopped_0, ks_home_version_0, ks_own_version_0, c, block);
// COPY-NEXT: if (ks_stopped_0) { break; }
int run(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = encode(c, block);
    fprintf(out, "%d %u\n", bytes, c->gain);
  }
  return 0;
}

int main(void) {
  static codec its;
  return run(&its, stdin, stdout);
}
