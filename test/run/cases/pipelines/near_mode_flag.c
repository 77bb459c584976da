/* PARALLEL: 1 */
/* Modes that the loop may change, or that cannot be told in front of it, and handles that are not there: the loop runs
 * as it stands, or finds out in front of it that it has to. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 600, FRAMES = 20 };

typedef struct handle {
  int is_quality;
  double reservoir;
} handle;

static handle *handle_new(int is_quality) {
  handle *h = calloc(1, sizeof *h);
  if (h == NULL)
    exit(1);
  h->is_quality = is_quality;
  h->reservoir = 100;
  return h;
}

static double quantise(double budget, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 2 + sin(i + k + budget);
  return sum;
}

/* The loop changes it. */
static void changed(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    double budget = k;
    if (!h->is_quality)
      budget = h->reservoir / 4;
    double used = quantise(budget, k);
    if (!h->is_quality)
      h->reservoir += used - 1;
    h->is_quality = k % 3 != 0;
    printf("changed %d %.9g\n", k, used);
  }
}

/* A function changes it, sometimes. */
static void adapt(handle *h, int k) {
  if (k % 5 == 2)
    h->is_quality = !h->is_quality;
}

static void by_callee(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    adapt(h, k);
    double budget = k;
    if (!h->is_quality)
      budget = h->reservoir / 4;
    double used = quantise(budget, k);
    if (!h->is_quality)
      h->reservoir += used - 1;
    printf("by callee %d %.9g\n", k, used);
  }
}

/* Another pointer leads to it. */
static void by_pointer(handle *h, int *flag) {
  for (int k = 0; k < FRAMES; k++) {
    double budget = k;
    if (!h->is_quality)
      budget = h->reservoir / 4;
    double used = quantise(budget, k);
    if (!h->is_quality)
      h->reservoir += used - 1;
    *flag = k % 4 != 1;
    printf("by pointer %d %.9g\n", k, used);
  }
}

/* The head of the loop changes it, behind the place of a test. */
static void in_head(handle *h) {
  int k;
  for (adapt(h, 2), k = 0; k < FRAMES; k++) {
    double budget = k;
    if (!h->is_quality)
      budget = h->reservoir / 4;
    double used = quantise(budget, k);
    if (!h->is_quality)
      h->reservoir += used - 1;
    printf("in head %d %.9g\n", k, used);
  }
}

/* The same with a variable. */
static int mode_of(int is_quality) {
  static int modes[] = {0, 3};
  return modes[is_quality];
}

static void variable_in_head(handle *h, int is_quality) {
  int k, mode = 1;
  for (mode = mode_of(is_quality), k = 0; k < FRAMES; k++) {
    double budget = k;
    if (!mode)
      budget = h->reservoir / 4;
    double used = quantise(budget, k);
    if (!mode)
      h->reservoir += used - 1;
    printf("variable in head %d %.9g\n", k, used);
  }
}

/* No handle, and no iteration. */
static void none(handle *h, int frames) {
  for (int k = 0; k < frames; k++) {
    double budget = k;
    if (!h->is_quality)
      budget = h->reservoir / 4;
    double used = quantise(budget, k);
    if (!h->is_quality)
      h->reservoir += used - 1;
    printf("none %d %.9g\n", k, used);
  }
}

/* Each frame has a handle of its own. */
static void one_each(handle **all) {
  for (int k = 0; k < FRAMES; k++) {
    handle *h = all[k % 3];
    double budget = k;
    if (!h->is_quality)
      budget = all[0]->reservoir / 4;
    double used = quantise(budget, k);
    if (!h->is_quality)
      all[0]->reservoir += used - 1;
    printf("one each %d %.9g\n", k, used);
  }
}

/* An iteration sets what is tested. */
static void set_inside(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    int mode = k % 7 < 3;
    double budget = k;
    if (mode)
      budget = h->reservoir / 4;
    double used = quantise(budget, k);
    if (mode)
      h->reservoir += used - 1;
    printf("set inside %d %.9g\n", k, used);
  }
}

/* Only one of the accesses needs the flag. */
static void half(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    double used = quantise(h->reservoir / 4, k);
    if (!h->is_quality)
      used += 1;
    h->reservoir += used - 1;
    printf("half %d %.9g\n", k, used);
  }
}

static double run(int mode, double reservoir, int argc) {
  handle *h = handle_new(mode), *other = handle_new(mode);
  h->reservoir = reservoir;
  changed(h);
  h->is_quality = mode;
  by_callee(h);
  h->is_quality = mode;
  by_pointer(h, argc > 9 ? &other->is_quality : &h->is_quality);
  h->is_quality = !mode;
  in_head(h);
  variable_in_head(h, mode);
  set_inside(h);
  half(h);
  none(h, FRAMES / 2);
  reservoir = fmod(h->reservoir, 1000);
  printf("%.9g\n", reservoir);
  free(h);
  free(other);
  return reservoir;
}

int main(int argc, char **argv) {
  handle *all[] = {handle_new(0), handle_new(1), handle_new(1)};
  double reservoir = 100;
  for (int mode = 0; mode < 2; mode++)
    reservoir = run(mode, reservoir, argc);
  one_each(all);
  handle *freed = handle_new(1);
  free(argc > 9 ? NULL : freed);
  none(freed, argc - argc);
  none(NULL, argc - argc);
  none((handle *)16, argc - argc);
  return argv == NULL;
}
