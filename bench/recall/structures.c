/* Structures in arrays, members, bit-fields, unions, nested structures, and what passes through them. */
#include <math.h>

#include "suite.h"

enum { SIZE = 700, SITES = 20 };

struct vector {
  double x, y, z;
};

struct particle {
  struct vector position, velocity;
  double mass;
  int kind;
};

struct flags {
  unsigned used : 1, level : 7, color : 8;
  int value;
};

struct channel {
  int length;
  short samples[64];
  double gain;
};

union number {
  float f;
  unsigned u;
};

struct state {
  int count;
  double *data;
  struct particle *particles;
  struct {
    double factor, offset;
  } settings;
};

struct node {
  int value;
  struct node *next;
};

static struct particle particles[SIZE];
static struct flags flags[SIZE];
static struct channel channels[SITES];
static union number numbers[SIZE];
static struct vector vectors[SIZE], results[SIZE];
static struct node nodes[SIZE];
static double data[SIZE], soa_x[SIZE], soa_y[SIZE];

static void advance(int n, double step) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    particles[i].position.x += particles[i].velocity.x * step;
    particles[i].position.y += particles[i].velocity.y * step;
    particles[i].position.z += particles[i].velocity.z * step;
  }
}

static void through_pointer(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    struct particle *p = &particles[i];
    p->mass = fabs(p->velocity.x) + 1.0;
    p->kind = i & 3;
  }
}

static struct vector add(struct vector a, struct vector b) {
  struct vector sum = {a.x + b.x, a.y + b.y, a.z + b.z};
  return sum;
}

static void by_value(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    results[i] = add(vectors[i], particles[i].position);
}

static void copies(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    struct particle p = particles[i];
    p.velocity.x = -p.velocity.x;
    particles[i] = p;
  }
}

static void bit_fields(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    flags[i].used = 1;
    flags[i].level = (unsigned)i & 127u;
    flags[i].color ^= 3u;
    flags[i].value = (int)(flags[i].level + flags[i].color);
  }
}

static void inner_arrays(int n) {
  /* parallel */
  for (int c = 0; c < n; c++) {
    channels[c].length = 64 - c;
    /* parallel */
    for (int i = 0; i < channels[c].length; i++)
      channels[c].samples[i] = (short)(i * c);
    channels[c].gain = channels[c].samples[1] * 0.5;
  }
}

static void punned(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    numbers[i].f = (float)i * 0.3f;
    numbers[i].u &= 0xffff0000u;
  }
}

static void through_state(struct state *s) {
  /* parallel */
  for (int i = 0; i < s->count; i++)
    s->data[i] = s->settings.factor * s->data[i] + s->settings.offset;
  /* parallel */
  for (int i = 0; i < s->count; i++)
    s->particles[i].mass *= s->settings.factor;
}

static void gather_members(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    soa_x[i] = particles[i].position.x;
    soa_y[i] = particles[i].position.y;
  }
}

static double energy(int n) {
  double total = 0;
  /* parallel: reduction(total) */
  for (int i = 0; i < n; i++) {
    const struct vector *v = &particles[i].velocity;
    total += 0.5 * particles[i].mass * (v->x * v->x + v->y * v->y + v->z * v->z);
  }
  return total;
}

static struct vector center(int n) {
  struct vector c = {0, 0, 0};
  /* parallel: reduction(c) */
  for (int i = 0; i < n; i++) {
    c.x += vectors[i].x;
    c.y += vectors[i].y;
    c.z += vectors[i].z;
  }
  return c;
}

static struct vector center_by_value(int n) {
  struct vector c = {0, 0, 0};
  /* parallel: reduction(c), by a function of values */
  for (int i = 0; i < n; i++)
    c = add(c, vectors[i]);
  return c;
}

static void link_in_order(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    nodes[i].value = i * 3 % 17;
    nodes[i].next = i + 1 < n ? &nodes[i + 1] : NULL;
  }
}

static void different_members(int n) {
  /* parallel */
  for (int i = 1; i < n; i++)
    vectors[i].y = vectors[i - 1].x + vectors[i].z;
}

/* Near misses. */

static void same_member(int n) {
  /* sequential: the member of the element before */
  for (int i = 1; i < n; i++)
    vectors[i].x = vectors[i - 1].x * 0.5 + vectors[i].z;
}

static int walk(const struct node *p) {
  int sum = 0;
  /* sequential: a linked list, carried(p) */
  while (p) {
    sum += p->value;
    p = p->next;
  }
  return sum;
}

static void whole_and_member(int n) {
  /* sequential: a member of the structure copied by the iteration before */
  for (int i = 0; i + 1 < n; i++) {
    results[i + 1].z = results[i].z + 1;
    results[i + 1].x = 1.0;
  }
}

static void collisions(int n) {
  /* sequential: partners are chosen by the data */
  for (int i = 0; i < n; i++) {
    struct particle *other = &particles[(i * 7 + particles[i].kind) % n];
    double kept = other->mass;
    other->mass = particles[i].mass;
    particles[i].mass = kept;
  }
}

static void last_writer(struct state *s, int n) {
  /* sequential: every iteration reads what an earlier one has stored in the settings */
  for (int i = 0; i < n; i++) {
    s->data[i] += s->settings.offset;
    if (s->data[i] > 3)
      s->settings.offset = s->data[i] * 0.25;
  }
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 200, SIZE);
  struct state s = {n, data, particles, {1.5, 0.25}};
  suite_doubles(&vectors[0].x, 3 * SIZE);
  suite_doubles(data, SIZE);
  /* parallel */
  for (int i = 0; i < n; i++)
    particles[i].velocity = vectors[i];
  advance(n, 0.1);
  through_pointer(n);
  by_value(n);
  copies(n);
  bit_fields(n);
  inner_arrays(n < SITES ? n : SITES);
  punned(n);
  through_state(&s);
  gather_members(n);
  struct vector c = center(n), d = center_by_value(n);
  printf("%g %g %g\n", energy(n), c.x + c.y * c.z, d.x + d.y * d.z);
  link_in_order(n);
  different_members(n);
  same_member(n);
  printf("%d\n", walk(nodes));
  whole_and_member(n);
  collisions(n);
  last_writer(&s, n);
  suite_show("particles", soa_x, sizeof soa_x);
  suite_show("vectors", vectors, sizeof vectors);
  suite_show("results", results, sizeof results);
  suite_show("channels", &channels[0].samples, sizeof channels[0].samples);
  suite_show("numbers", numbers, sizeof numbers);
  suite_show("data", data, sizeof data);
  suite_show("y", soa_y, sizeof soa_y);
  printf("%d %g %g\n", flags[n - 1].value, particles[0].mass, s.settings.offset);
  return 0;
}
