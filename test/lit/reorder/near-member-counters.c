// Loops that test a member that does not have the number of the iteration wherever it is read: they keep their text.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
enum { N = 1200 };

struct simulation {
  int time, steps;
  double (*a)[N], (*b)[N];
};

static void update(struct simulation *s, int time) {
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      s->b[i][j] -= s->a[i][j] - s->a[i - 1][j] + time;
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < N; j++)
      s->a[i][j] -= s->b[i + 1][j];
}

// This one has.
// CHECK: nest {{.*}}near-member-counters.c:[[#@LINE+2]]:3
void counted(struct simulation *s, int steps) {
  while (s->time < steps) {
    update(s, s->time);
    s->time++;
  }
}

// CHECK-NOT: nest
void read_behind(struct simulation *s, int steps) {
  while (s->time < steps) {
    s->time++;
    update(s, s->time);
  }
}

void twice(struct simulation *s, int steps) {
  while (s->time < steps) {
    update(s, s->time);
    s->time++;
    s->time++;
  }
}

void by_two(struct simulation *s, int steps) {
  while (s->time < steps) {
    update(s, s->time);
    s->time += 2;
  }
}

void sometimes(struct simulation *s, int steps) {
  while (s->time < steps) {
    update(s, s->time);
    if (s->a[0][0] < 1)
      s->time++;
  }
}

// The other one may be the same.
void seen(struct simulation *s, struct simulation *other, int steps) {
  while (s->time < steps) {
    update(s, other->time);
    s->time++;
  }
}

void set(struct simulation *s, int *clock, int steps) {
  while (s->time < steps) {
    update(s, s->time);
    *clock = 0;
    s->time++;
  }
}

void new_bound(struct simulation *s, int steps) {
  while (s->time < steps) {
    update(s, s->time);
    steps = s->steps;
    s->time++;
  }
}

void other_structure(struct simulation *s, struct simulation *next, int steps) {
  while (s->time < steps) {
    update(s, s->time);
    s = next;
    s->time++;
  }
}

void up_to(struct simulation *s, long steps) {
  while (s->time < steps) {
    update(s, s->time);
    s->time++;
  }
}
// CHECK: #pragma GCC diagnostic
