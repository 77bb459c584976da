/* PARALLEL: 1 */
/* Frames of a handle that take turns, made by one function. Of the others there are versions unless one of these may
 * have the samples of another. Each filter is of a type of its own, so that nothing else is known of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };
static double table[N];

#define FILTER(name)                                                                                                   \
  typedef struct name##_frame {                                                                                        \
    double *samples;                                                                                                   \
  } name##_frame;                                                                                                      \
  typedef struct name {                                                                                                \
    name##_frame *current, *output, *before;                                                                           \
  } name;                                                                                                              \
  static void name##_fill(double *samples, int k) {                                                                   \
    for (int i = 0; i < N; i++)                                                                                        \
      samples[i] = table[i] * k + i;                                                                                   \
  }                                                                                                                    \
  static double name##_use(const double *samples) {                                                                    \
    double sum = 0;                                                                                                    \
    for (int i = 0; i < N; i++)                                                                                        \
      sum = sum / 3 + sin(samples[N - 1 - i]);                                                                         \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static void name##_blend(const double *before, double *to, double sum) {                                             \
    for (int i = 0; i < N; i++)                                                                                        \
      to[i] = to[i] / 2 + before[i] + sum;                                                                             \
  }                                                                                                                    \
  static name##_frame *name##_frame_new(void) {                                                                        \
    name##_frame *made = malloc(sizeof *made);                                                                         \
    if (made == NULL || (made->samples = calloc(N, sizeof *made->samples)) == NULL)                                    \
      exit(1);                                                                                                         \
    return made;                                                                                                       \
  }                                                                                                                    \
  static name *name##_new(void) {                                                                                      \
    name *f = calloc(1, sizeof *f);                                                                                    \
    if (f == NULL)                                                                                                     \
      exit(1);                                                                                                         \
    f->current = name##_frame_new();                                                                                   \
    f->output = name##_frame_new();                                                                                    \
    f->before = name##_frame_new();                                                                                    \
    return f;                                                                                                          \
  }

FILTER(plain)
static void run_plain(plain *f, int n) {
  for (int k = 0; k < n; k++) {
    plain_fill(f->current->samples, k);
    double sum = plain_use(f->current->samples);
    plain_blend(f->before->samples, f->output->samples, sum);
    printf("%g\n", f->output->samples[0]);
    plain_frame *last = f->before;
    f->before = f->output;
    f->output = last;
  }
}

/* One of those that take turns is the one that is filled. */
FILTER(same_frame)
static void run_same_frame(same_frame *f, int n) {
  for (int k = 0; k < n; k++) {
    same_frame_fill(f->current->samples, k);
    double sum = same_frame_use(f->current->samples);
    same_frame_blend(f->before->samples, f->output->samples, sum);
    printf("%g\n", f->output->samples[0]);
    same_frame_frame *last = f->before;
    f->before = f->output;
    f->output = last;
  }
}

/* It is another one, with the same samples. */
FILTER(same_samples)
static void run_same_samples(same_samples *f, int n) {
  for (int k = 0; k < n; k++) {
    same_samples_fill(f->current->samples, k);
    double sum = same_samples_use(f->current->samples);
    same_samples_blend(f->before->samples, f->output->samples, sum);
    printf("%g\n", f->output->samples[0]);
    same_samples_frame *last = f->before;
    f->before = f->output;
    f->output = last;
  }
}

/* The samples themselves are exchanged, in front of the loop. */
FILTER(exchanged)
static void run_exchanged(exchanged *f, int n) {
  for (int k = 0; k < n; k++) {
    exchanged_fill(f->current->samples, k);
    double sum = exchanged_use(f->current->samples);
    exchanged_blend(f->before->samples, f->output->samples, sum);
    printf("%g\n", f->output->samples[0]);
    exchanged_frame *last = f->before;
    f->before = f->output;
    f->output = last;
  }
}

/* The samples are allocated anew and the old ones kept, so that a block may be in another frame than at first. */
FILTER(moved)
static void run_moved(moved *f, int n) {
  for (int k = 0; k < n; k++) {
    moved_fill(f->current->samples, k);
    double sum = moved_use(f->current->samples);
    moved_blend(f->before->samples, f->output->samples, sum);
    printf("%g\n", f->output->samples[0]);
    moved_frame *last = f->before;
    f->before = f->output;
    f->output = last;
  }
}

/* What is filled is read behind the loop, by a pointer that was set in front of it. */
FILTER(kept)
static double *kept_samples;
static void run_kept(kept *f, int n) {
  for (int k = 0; k < n; k++) {
    kept_fill(f->current->samples, k);
    double sum = kept_use(f->current->samples);
    kept_blend(f->before->samples, f->output->samples, sum);
    printf("%g\n", f->output->samples[0]);
    kept_frame *last = f->before;
    f->before = f->output;
    f->output = last;
  }
}

/* By another handle, of which only the program's run tells that it is the same. */
FILTER(twice)
static void run_twice(twice *f, int n) {
  for (int k = 0; k < n; k++) {
    twice_fill(f->current->samples, k);
    double sum = twice_use(f->current->samples);
    twice_blend(f->before->samples, f->output->samples, sum);
    printf("%g\n", f->output->samples[0]);
    twice_frame *last = f->before;
    f->before = f->output;
    f->output = last;
  }
}

static void print_kept(void) {
  for (int i = 0; i < N; i++)
    printf("%g\n", kept_samples[i]);
}

/* By another frame, with which the samples are exchanged when the loop is over. */
FILTER(later)
static void run_later(later *f, int n) {
  for (int k = 0; k < n; k++) {
    later_fill(f->current->samples, k);
    double sum = later_use(f->current->samples);
    printf("%g\n", sum);
  }
}

static void exchange(later *f) {
  double *samples = f->current->samples;
  f->current->samples = f->before->samples;
  f->before->samples = samples;
}

static void print_later(const later *f) {
  for (int i = 0; i < N; i++)
    printf("%g\n", f->before->samples[i]);
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    table[i] = i % 7;
  run_plain(plain_new(), 20 * argc);
  same_frame *one = same_frame_new();
  one->before = one->current;
  run_same_frame(one, 20 * argc);
  same_samples *two = same_samples_new();
  two->before->samples = two->current->samples;
  run_same_samples(two, 20 * argc);
  exchanged *three = exchanged_new();
  double *samples = three->current->samples;
  three->current->samples = three->before->samples;
  three->before->samples = samples;
  run_exchanged(three, 20 * argc);
  moved *four = moved_new();
  four->before->samples = four->current->samples;
  four->current->samples = calloc(N, sizeof *four->current->samples);
  run_moved(four, 20 * argc);
  kept *five = kept_new();
  kept_samples = five->current->samples;
  run_kept(five, 20 * argc);
  twice *six = twice_new(), *seven = argc > 0 ? six : twice_new();
  run_twice(six, 20 * argc);
  later *eight = later_new();
  run_later(eight, 20 * argc);
  exchange(eight);
  print_later(eight);
  print_kept();
  for (int i = 0; i < N; i++)
    printf("%g\n", seven->current->samples[i]);
  return argv == NULL;
}
