// Functions that combine a structure with terms, member by member, and return it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

struct vector {
  double x, y, z;
};
struct sums {
  int count;
  unsigned bits;
  long total;
};
static struct vector vectors[1000];
static int numbers[1000];

static struct vector add(struct vector a, struct vector b) {
  struct vector sum = {a.x + b.x, a.y + b.y, a.z + b.z};
  return sum;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(c.x, in order) reduction(c.y, in order) reduction(c.z, in order)
struct vector center(int n) {
  struct vector c = {0, 0, 0};
  for (int i = 0; i < n; i++)
    c = add(c, vectors[i]);
  return c;
}

static struct sums note(int number, struct sums all) {
  all.count++;
  all.bits = number | all.bits;
  all.total -= number;
  return all;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(all.count) reduction(all.bits) reduction(all.total)
struct sums sums(int n) {
  struct sums all = {0, 0, 0};
  for (int i = 0; i < n; i++)
    if (numbers[i] > 3)
      all = note(numbers[i], all);
  return all;
}

static struct vector plane(struct vector a, struct vector b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(c.x, in order) reduction(c.y, in order){{$}}
struct vector some_members(int n) {
  struct vector c = {0, 0, 7};
  for (int i = 0; i < n; i++)
    c = plane(c, vectors[i]);
  return c;
}

static struct vector flat(struct vector a, struct vector b) {
  return (struct vector){a.x + b.x, a.y + b.y};
}

// The third member becomes 0.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
struct vector sets_a_member(int n) {
  struct vector c = {0, 0, 7};
  for (int i = 0; i < n; i++)
    c = flat(c, vectors[i]);
  return c;
}

static struct vector turn(struct vector a, struct vector b) {
  return (struct vector){a.y + b.x, a.x + b.y, a.z + b.z};
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
struct vector exchanges(int n) {
  struct vector c = {0, 0, 0};
  for (int i = 0; i < n; i++)
    c = turn(c, vectors[i]);
  return c;
}

static struct vector scaled(struct vector a, struct vector b) {
  a.x += b.x;
  a.y += b.y * a.x;
  return a;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
struct vector looks_at_sum(int n) {
  struct vector c = {0, 0, 0};
  for (int i = 0; i < n; i++)
    c = scaled(c, vectors[i]);
  return c;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
struct vector used_in_loop(int n) {
  struct vector c = {0, 0, 0};
  for (int i = 0; i < n; i++) {
    c = add(c, vectors[i]);
    vectors[i].x = c.y;
  }
  return c;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
struct vector twice(int n) {
  struct vector c = {0, 0, 0};
  for (int i = 0; i < n; i++) {
    c = add(c, vectors[i]);
    c = add(c, vectors[n - 1 - i]);
  }
  return c;
}
