/* PARALLEL: 4
 * Functions that add to the members of a structure and return it: in the order of the source, up to the ends of
 * signed types, where some iterations add nothing, and with members that nothing is added to. */
#include <limits.h>
#include <stdio.h>

struct vector {
  double x, y, z;
};
struct sums {
  int count, low;
  unsigned bits, product;
};
enum { N = 5000 };
static struct vector vectors[N];
static int numbers[N];

static struct vector add(struct vector a, struct vector b) {
  struct vector sum = {a.x + b.x, a.y - b.y, a.z * b.z};
  return sum;
}

static struct sums note(int number, struct sums all) {
  all.count += number;
  all.low -= number;
  all.bits = (unsigned)number ^ all.bits;
  all.product *= (unsigned)number | 1;
  return all;
}

static struct vector plane(struct vector a, struct vector b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}

static void show(const char *name, struct vector v) {
  printf("%s %.17g %.17g %.17g\n", name, v.x, v.y, v.z);
}

static struct vector all_of(int n) {
  struct vector all = {-0.0, -0.0, 1};
  for (int i = 0; i < n; i++)
    all = add(all, vectors[i]);
  return all;
}

static struct vector some_of(int n) {
  struct vector some = {1, -2, 7};
  for (int i = 0; i < n; i++)
    if (numbers[i] % 3 == 0)
      some = add(some, vectors[i]);
  return some;
}

static struct sums sums_of(int n) {
  struct sums sums = {3, -4, 5, 7};
  for (int i = 0; i < n; i++)
    sums = note(numbers[i], sums);
  return sums;
}

static struct vector flat_of(int n) {
  struct vector flat = {-0.0, 0.25, 9};
  for (int i = 0; i < n; i++)
    flat = plane(flat, vectors[i]);
  return flat;
}

static void show_all(int n) {
  show("all", all_of(n));
  show("some", some_of(n));
  show("flat", flat_of(n));
  const struct sums sums = sums_of(n);
  printf("%d %d %u %u\n", sums.count, sums.low, sums.bits, sums.product);
}

int main(void) {
  for (int i = 0; i < N; i++) {
    vectors[i].x = (i * 7919 % 1000) * 1e-3 + (i % 50 == 0 ? 1e15 : i % 50 == 1 ? -1e15 : 0);
    vectors[i].y = 1.0 / (i + 1);
    vectors[i].z = 1 + (i % 7 - 3) * 1e-4;
    numbers[i] = i % 2 ? INT_MAX - i : -(INT_MAX - i);
  }
  show_all(0);
  show_all(1);
  show_all(N / 2);
  show_all(N);
  return 0;
}
