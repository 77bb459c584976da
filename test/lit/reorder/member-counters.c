// Loops over time steps that a structure's member counts: in the new text a variable has the number, and the member is set behind the
// nest. The loops of called functions are the nest's.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

struct simulation {
  int time;
  struct matrix *a, *b;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

static struct matrix *new_matrix(int rows, int cols) {
  struct matrix *m = malloc(sizeof *m);
  m->rows = rows;
  m->cols = cols;
  m->data = calloc((size_t)rows * cols, sizeof *m->data);
  return m;
}

static void excite(struct simulation *s) {
  for (int j = 0; j < s->a->cols; j++)
    *at(s->a, 0, j) = s->time % 20;
}

static void update(struct simulation *s) {
  for (int i = 1; i < s->b->rows; i++)
    for (int j = 0; j < s->b->cols; j++)
      *at(s->b, i, j) -= *at(s->a, i, j) - *at(s->a, i - 1, j);
  for (int i = 0; i < s->a->rows - 1; i++)
    for (int j = 0; j < s->a->cols; j++)
      *at(s->a, i, j) -= *at(s->b, i + 1, j);
}

static void step(struct simulation *s) {
  excite(s);
  update(s);
  s->time++;
}

// The caller's structure.
// CHECK: nest {{.*}}member-counters.c:[[#@LINE+3]]:3 tiled {{.*}} over 'time_step{{_*}}' and 'i', {{.*}}, with 'excite' inlined, with 'step' inlined, with 'update' inlined
// CHECK-NEXT: nest {{.*}}member-counters.c:[[#@LINE+20]]:3 tiled {{.*}}, with 'step' inlined
static void run(struct simulation *s, int steps) {
  while (s->time < steps)
    step(s);
}
// CHECK: {{^}}  { /* kasuri: '[[TIME:time_step_*]]' counts in place of 's->time' */
// CHECK: {{^}}  const int [[BEGIN:time_begin_*]] = s->time; const int [[END:time_end_*]] = [[BEGIN]] < (steps) ? (steps) : [[BEGIN]];
// CHECK: {{^}}    *at(s->a, 0, j) = [[TIME]] % 20;
// CHECK-NOT: {{^ *}}s->time++
// CHECK: {{^}}  s->time = [[END]];
// CHECK: {{^ *}}while (s->time < steps)
// CHECK: {{^ *}}step(s);

// A structure that the function makes itself, as it makes what the members point to.
// CHECK: {{^}}  { /* kasuri: '[[OTHER:time_step_*1_*]]' counts in place of 's.time' */
// CHECK: {{^}}    *at((&s)->a, 0, j) = [[OTHER]] % 20;
// CHECK: {{^}}  s.time = time_end_
int main(int argc, char **argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]);
  struct simulation s = {argc, new_matrix(n, n), new_matrix(n, n)};
  while (s.time < steps)
    step(&s);
  run(&s, 2 * steps);
  return (int)*at(s.a, n / 2, n / 2);
}
