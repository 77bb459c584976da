// Loops that test a member that does not have the number of the iteration wherever it is read: they keep their text, and each
// step computes what it does in the source.
#include <stdio.h>

enum { N = 90 };

struct simulation {
  int time;
  double (*up)[N], (*right)[N];
};

static double first[N][N], second[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      first[i][j] = (i * 31 + j) % 101 / 8.0;
      second[i][j] = (j * 31 + i) % 103 / 8.0;
    }
}

static void show(const char *name, int time) {
  unsigned hash = 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      hash = hash * 31 + (unsigned)(first[i][j] * 64) + (unsigned)(second[i][j] * 16);
  printf("%s %d %u\n", name, time, hash);
}

static void update(struct simulation *s, int time) {
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      s->right[i][j] = s->right[i][j] / 2 + s->up[i - 1][j] / 4 + time;
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < N; j++)
      s->up[i][j] = s->up[i][j] / 2 + s->right[i + 1][j] / 4;
}

/* It is read behind the step. */
static void step_first(struct simulation *s) {
  s->time++;
  update(s, s->time);
}

/* There are two steps in an iteration. */
static void step(struct simulation *s) {
  update(s, s->time);
  s->time++;
}

static void sometimes(struct simulation *s, int twice) {
  update(s, s->time);
  if (twice)
    s->time++;
  s->time++;
}

static void by_two(struct simulation *s) {
  update(s, s->time);
  s->time += 2;
}

/* Somebody else reads the member. */
static void seen(struct simulation *s, const int *clock) {
  update(s, *clock);
  s->time++;
}

static void seen_twice(struct simulation *s, const struct simulation *same) {
  update(s, same->time);
  s->time++;
}

/* Somebody else sets it. */
static void set(struct simulation *s, int *clock) {
  update(s, s->time);
  *clock += 1;
  s->time++;
}

int main(int argc, char **argv) {
  (void)argv;
  struct simulation s = {0, first, second};
  struct simulation *other = argc > 100 ? NULL : &s;
  fill();
  while (s.time < 10)
    step_first(&s);
  show("step first", s.time);
  while (s.time < 21) {
    step(&s);
    step(&s);
  }
  show("two steps", s.time);
  while (s.time < 32)
    sometimes(&s, argc > 1);
  show("sometimes", s.time);
  while (s.time < 43)
    by_two(&s);
  show("by two", s.time);
  while (s.time < 54)
    seen(&s, &other->time);
  show("seen", s.time);
  while (s.time < 65)
    seen_twice(&s, other);
  show("seen twice", s.time);
  while (s.time < 77)
    set(&s, &other->time);
  show("set", s.time);
  return 0;
}
