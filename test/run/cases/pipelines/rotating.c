/* PARALLEL: 1 */
/* Two frames of the handle take turns, and are handed on. The others have versions, though all frames, and what they
 * lead to, are made by one function. Comments in the source's paths stand in no comment of the output. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 256, FRAMES = 60 };

typedef struct frame {
  double *samples;
  int number;
} frame;

typedef struct filter {
  frame *current, *smooth; /* of this iteration */
  frame *output, *before;  /* take turns */
  double table[N];
  long frames;
} filter;

static frame *frame_new(void) {
  frame *made = malloc(sizeof *made);
  if (made == NULL)
    exit(1);
  made->number = 0;
  made->samples = calloc(N, sizeof *made->samples);
  if (made->samples == NULL)
    exit(1);
  return made;
}

static filter *filter_new(void) {
  filter *f = calloc(1, sizeof *f);
  if (f == NULL)
    exit(1);
  f->current = frame_new();
  f->smooth = frame_new();
  f->output = frame_new();
  f->before = frame_new();
  for (int i = 0; i < N; i++)
    f->table[i] = 1 + i % 3;
  return f;
}

static void fill(double *to, long k) {
  for (int i = 0; i < N; i++)
    to[i] = (double)((k * 31 + i * 7) % 101);
}

static void smooth(const filter *f, const double *from, double *to) {
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int d = -8; d <= 8; d++)
      sum = sum / 2 + sin(from[(i + d) & (N - 1)]) * f->table[(i + d) & (N - 1)];
    to[i] = sum;
  }
}

static double blend(const double *now, const double *before, double *to) {
  double changed = 0;
  for (int i = 0; i < N; i++) {
    to[i] = now[i] * 0.75 + before[i] * 0.25;
    changed += fabs(to[i] - before[i]);
  }
  return changed;
}

static void run(filter *f, long frames) {
  while (f->frames < frames) {
    f->current->number = (int)f->frames;
    fill(f->current->samples, f->frames);
    smooth(f, f->current /* of this iteration */->samples, f->smooth // and its result
                                                               ->samples);
    double changed = blend(f->smooth->samples, f->before->samples, f->output->samples);
    printf("%d %.9g %.9g\n", f->current->number, changed, f->output->samples[f->frames & (N - 1)]);
    frame *last = f->before;
    f->before = f->output;
    f->output = last;
    f->frames++;
  }
}

int main(void) {
  filter *f = filter_new();
  run(f, FRAMES);
  printf("%ld %.9g %.9g\n", f->frames, f->before->samples[7], f->output->samples[9]);
  return 0;
}
