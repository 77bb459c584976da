/* PARALLEL: 8 */
/* A mode that a handle has and that the loop leaves alone: in one mode, nothing that takes long waits for the iteration
 * before. Each is run in all modes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 600, FRAMES = 30 };
enum rate { CONSTANT, VARIABLE, LOSSLESS };

typedef struct control {
  int is_quality;
  enum rate rate;
  double reservoir, peak;
} control;

typedef struct handle {
  control *control;
  int is_logged;
  double smooth[N];
} handle;

static handle *handle_new(int is_quality, enum rate rate, int is_logged) {
  handle *h = calloc(1, sizeof *h);
  if (h == NULL || (h->control = calloc(1, sizeof *h->control)) == NULL)
    exit(1);
  h->control->is_quality = is_quality;
  h->control->rate = rate;
  h->control->reservoir = 100;
  h->is_logged = is_logged;
  return h;
}

static double quantise(double budget, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 2 + sin(i + k + budget);
  return sum;
}

/* A flag of the handle. */
static void plain(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    double budget = k;
    if (!h->control->is_quality)
      budget = h->control->reservoir / 4;
    double used = quantise(budget, k);
    if (!h->control->is_quality)
      h->control->reservoir += used - 1;
    printf("plain %d %.9g\n", k, used);
  }
}

/* The other way round. */
static void negated(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    double used = quantise(h->control->is_quality ? h->control->reservoir / 4 : k, k);
    if (h->control->is_quality)
      h->control->reservoir += used - 1;
    printf("negated %d %.9g\n", k, used);
  }
}

/* The tests are made in other functions. */
static double allocate(const control *c, int k) {
  if (c->is_quality)
    return k;
  return c->reservoir / 4;
}

static void account(control *c, double used) {
  if (!c->is_quality)
    c->reservoir += used - 1;
}

static void through_calls(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    double budget = allocate(h->control, k);
    double used = quantise(budget, k);
    account(h->control, used);
    printf("through calls %d %.9g\n", k, used);
  }
}

/* One of three modes. */
static void of_enum(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    double budget = k;
    if (h->control->rate == VARIABLE)
      budget = h->control->reservoir / 4;
    double used = quantise(budget, k);
    if (h->control->rate == VARIABLE)
      h->control->reservoir += used - 1;
    printf("of enum %d %.9g\n", k, used);
  }
}

/* Two flags, each with a state of its own. */
static void two(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    double budget = k;
    if (!h->control->is_quality)
      budget = h->control->reservoir / 4;
    if (h->is_logged)
      budget += h->control->peak / 8;
    double used = quantise(budget, k);
    if (!h->control->is_quality)
      h->control->reservoir += used - 1;
    if (h->is_logged)
      h->control->peak = h->control->peak / 2 + used;
    printf("two %d %.9g\n", k, used);
  }
}

/* A parameter. */
static void of_parameter(handle *h, int is_quality) {
  for (int k = 0; k < FRAMES; k++) {
    double budget = k;
    if (!is_quality)
      budget = h->control->reservoir / 4;
    double used = quantise(budget, k);
    if (!is_quality)
      h->control->reservoir += used - 1;
    printf("of parameter %d %.9g\n", k, used);
  }
}

/* A variable of the program. */
static int verbose;

static void of_global(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    double budget = k;
    if (verbose > 1)
      budget = h->control->reservoir / 4;
    double used = quantise(budget, k);
    if (verbose > 1)
      h->control->reservoir += used - 1;
    printf("of global %d %.9g\n", k, used);
  }
}

/* All of an iteration is in a function, which pieces of it are cut out of. */
static double encode(handle *h, int k) {
  double budget = k;
  if (!h->control->is_quality)
    budget = h->control->reservoir / 4;
  double used = quantise(budget, k);
  if (!h->control->is_quality)
    h->control->reservoir += used - 1;
  h->control->peak = h->control->peak / 2 + used;
  return used;
}

static void within_call(handle *h) {
  for (int k = 0; k < FRAMES; k++) {
    double used = encode(h, k);
    printf("within call %d %.9g\n", k, used);
  }
}

static double run(int mode, double reservoir) {
  handle *h = handle_new(mode % 2, (enum rate)(mode / 2 % 3), mode / 6);
  h->control->reservoir = reservoir;
  verbose = mode % 4;
  plain(h);
  negated(h);
  through_calls(h);
  of_enum(h);
  two(h);
  of_parameter(h, mode % 2);
  of_global(h);
  within_call(h);
  reservoir = fmod(h->control->reservoir, 1000);
  printf("%.9g %.9g\n", reservoir, h->control->peak);
  free(h->control);
  free(h);
  return reservoir;
}

int main(int argc, char **argv) {
  double reservoir = 100;
  for (int mode = 0; mode < 12; mode++)
    reservoir = run(mode, reservoir);
  return argv == NULL || argc < 0;
}
