// PARALLEL: 3
// AGAIN: --tile=4
// Time steps that a structure's member counts, from several numbers on: they are a nest with the loops of the functions that
// they call, and the member has what it has in the source behind them.
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int height, width;
  double *cells;
};

struct simulation {
  int time;
  unsigned limit;
  struct grid *up, *right;
};

static struct grid *new_grid(int height, int width) {
  struct grid *g = malloc(sizeof *g);
  if (!g || !(g->cells = malloc((size_t)height * (size_t)width * sizeof *g->cells)))
    exit(1);
  g->height = height;
  g->width = width;
  for (int i = 0; i < height * width; i++)
    g->cells[i] = (i * 31 + height) % 101 / 8.0;
  return g;
}

static double *at(const struct grid *g, int i, int j) { return g->cells + (size_t)i * (size_t)g->width + j; }

static void show(const char *name, const struct simulation *s) {
  unsigned hash = 1;
  for (size_t i = 0; i < (size_t)s->up->height * (size_t)s->up->width * sizeof(double); i++)
    hash = hash * 31 + ((unsigned char *)s->up->cells)[i] + ((unsigned char *)s->right->cells)[i];
  printf("%s %d %u\n", name, s->time, hash);
}

static void excite(struct simulation *s) {
  for (int j = 0; j < s->up->width; j++)
    *at(s->up, 0, j) = s->time % 5 * 0.25;
}

static void update_right(struct simulation *s) {
  for (int i = 1; i < s->right->height; i++)
    for (int j = 0; j < s->right->width; j++)
      *at(s->right, i, j) -= *at(s->up, i, j) / 2 - *at(s->up, i - 1, j) / 4;
}

static void update_up(struct simulation *s) {
  for (int i = 0; i < s->up->height - 1; i++)
    for (int j = 1; j < s->up->width; j++)
      *at(s->up, i, j) -= *at(s->right, i + 1, j) / 2 - *at(s->right, i, j - 1) / 4;
}

static void step(struct simulation *s) {
  excite(s);
  update_right(s);
  update_up(s);
  s->time++;
}

/* The structure is the caller's. */
__attribute__((noinline)) static void run(struct simulation *s, int steps) {
  while (s->time < steps)
    step(s);
  show("run", s);
}

/* The step stands in the loop. */
__attribute__((noinline)) static void run_here(struct simulation *s, int steps) {
  while (steps > s->time) {
    excite(s);
    update_right(s);
    update_up(s);
    ++s->time;
  }
  show("run here", s);
}

int main(void) {
  struct simulation s = {0, 3, new_grid(70, 90), new_grid(70, 90)};
  while (s.time < 37)
    step(&s);
  show("main", &s);
  for (int more = -1; more < 4; more++)
    run(&s, s.time + more * 7);
  s.time = -11;
  run_here(&s, 0);
  run_here(&s, 20);
  run_here(&s, 1);
  free(s.up->cells);
  free(s.up);
  free(s.right->cells);
  free(s.right);
  return 0;
}
