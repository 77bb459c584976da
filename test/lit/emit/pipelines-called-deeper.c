// A pipeline that is cut three calls below its loop: each function on the way is copied, and the
// copies call each other.
// RUN: kasuri %s --dump=analysis --dump-function=run --stop-after=analysis | FileCheck %s
// RUN: kasuri %s -o %t --cores=4 --min-gain=0 -Rkasuri -- -O2 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: FileCheck --check-prefix=COPY --input-file=%t/pipelines-called-deeper.c %s
#include <stdio.h>

enum { N = 256 };

typedef struct codec {
  unsigned work[N], old[N], gain;
  int frames;
} codec;

// It is defined behind the one that calls it.
static int spectrum(codec *c, unsigned from);

static void window(codec *c, const unsigned *in) {
  for (int i = 0; i < N; i++)
    c->work[i] = in[i] * 3 + c->old[i];
  for (int i = 0; i < N; i++)
    c->old[i] = in[i];
}

static unsigned level(const codec *c, unsigned sum) {
  for (int r = 0; r < 50; r++)
    for (int i = 1; i < N; i++)
      sum = sum * 31 + c->work[i] * c->work[i - 1];
  return sum;
}

// COPY: {{^}}/* kasuri: 'channel' for the iterations of a pipeline, called in 'encode' */
// COPY-NEXT: {{^}}static int ks_spectrum_[[INNER:[0-9_]+]](ks_lane *ks_l, int *ks_stopped, void *ks_home_version_0, void *ks_own_version_0, codec *, unsigned int);
// COPY: {{^}}static int ks_channel_[[MIDDLE:[0-9_]+]](ks_lane *ks_l, int *ks_stopped, void *ks_home_version_0, void *ks_own_version_0, codec *c, unsigned from) {
// A return in front of the call passes the segment in it.
// COPY: do { int ks_returned = 0; if (!ks_pipe_enter(ks_l, 2)) { *ks_stopped = 1; return 0; } {{.*}} ks_pipe_leave(ks_l, 2); return ks_returned; } while (0);
// COPY: return ks_spectrum_[[INNER]](ks_l, ks_stopped, ks_home_version_0, ks_own_version_0, c, from * 3);
// COPY: static int channel(codec *c, unsigned from) {
static int channel(codec *c, unsigned from) {
  if (from % 5 == 0)
    return 0;
  return spectrum(c, from * 3);
}

// COPY: {{^}}/* kasuri: 'encode' for the iterations of a pipeline */
// COPY: {{^}}static int ks_encode_[[OUTER:[0-9_]+]](ks_lane *ks_l, int *ks_stopped, void *ks_home_version_0, void *ks_own_version_0, codec *c, const unsigned *in) {
// COPY: ks_pipe_leave(ks_l, 1);
// COPY: int bytes = ks_channel_[[MIDDLE]](ks_l, ks_stopped, ks_home_version_0, ks_own_version_0, c, in[0]);
// COPY-NEXT: if (*ks_stopped) { return 0; }
// COPY: static int encode(codec *c, const unsigned *in) {
static int encode(codec *c, const unsigned *in) {
  window(c, in);
  int bytes = channel(c, in[0]);
  for (int i = 0; i < N; i++)
    bytes = bytes * 7 + (int)c->work[i];
  return bytes;
}

// COPY: {{^}}/* kasuri: 'spectrum' for the iterations of a pipeline, called in 'channel' */
// COPY: {{^}}static int ks_spectrum_[[INNER]](ks_lane *ks_l, int *ks_stopped, void *ks_home_version_0, void *ks_own_version_0, codec *c, unsigned from) {
// COPY: if (!ks_pipe_enter(ks_l, 2)) { *ks_stopped = 1; return 0; }
// COPY: c->gain = c->gain * 3 + found;
// COPY: ks_pipe_leave(ks_l, 2);
// COPY: static int spectrum(codec *c, unsigned from) {
static int spectrum(codec *c, unsigned from) {
  const unsigned found = level(c, from);
  c->gain = c->gain * 3 + found;
  return (int)(level(c, found) & 255);
}

// CHECK: loop {{.*}} sequential
// CHECK: pipeline version(c)
// CHECK-NEXT: in order: head takes(block) leaves(block)
// CHECK-NEXT: in order: [[#WINDOW:]] hands on(c[0, 1024)) hands on(c[1024, 2048))
// CHECK-NEXT: in order: [[#WINDOW+15]] hands on(c[2048, 2052))
// CHECK-NEXT: in order: [[#]]
// REMARK: remark: loop runs as a pipeline: 4 ordered segments
// COPY: int bytes = ks_encode_[[OUTER]](ks_l, &ks_stopped_0, ks_home_version_0, ks_own_version_0, c, block);
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
  return spectrum(&its, 1) + run(&its, stdin, stdout);
}
