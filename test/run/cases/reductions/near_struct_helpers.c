/* PARALLEL: 1
 * Functions that return a structure whose members depend on other members, or are set. */
#include <stdio.h>

struct vector {
  int x, y, z;
};
enum { N = 900 };
static struct vector vectors[N];

static struct vector turn(struct vector a, struct vector b) {
  return (struct vector){a.y + b.x, a.x + b.y, a.z + b.z};
}

static struct vector flat(struct vector a, struct vector b) {
  return (struct vector){a.x + b.x, a.y + b.y};
}

static struct vector grow(struct vector a, struct vector b) {
  a.x += b.x;
  a.y += b.y + a.x % 5;
  return a;
}

int main(void) {
  struct vector turned = {1, 2, 3}, flattened = {4, 5, 6}, grown = {7, 8, 9};
  for (int i = 0; i < N; i++)
    vectors[i] = (struct vector){i % 13, i % 7 - 3, i % 5};
  for (int i = 0; i < N; i++)
    turned = turn(turned, vectors[i]);
  for (int i = 0; i < N; i++)
    flattened = flat(flattened, vectors[i]);
  for (int i = 0; i < N; i++)
    grown = grow(grown, vectors[i]);
  printf("%d %d %d\n", turned.x, turned.y, turned.z);
  printf("%d %d %d\n", flattened.x, flattened.y, flattened.z);
  printf("%d %d %d\n", grown.x, grown.y, grown.z);
  return 0;
}
