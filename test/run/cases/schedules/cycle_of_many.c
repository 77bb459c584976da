/* SEQUENTIAL */
/* So many functions call each other that all calls among them get one answer: it must still hold
   what the last of them does to its caller's variables, through pointers that all of them pass on. */
#include <stdio.h>

static int visits, seen[8];
static void enter(int depth, int *place);

#define FUNCTION(name, next) \
  static void next(int depth, int *place); \
  static void name(int depth, int *place) { \
    if (depth > 0) \
      next(depth - 1, place); \
    else \
      place[1] += place[0] + visits++; \
  }
#define EIGHT(name, next) \
  FUNCTION(name, name##1) FUNCTION(name##1, name##2) FUNCTION(name##2, name##3) \
  FUNCTION(name##3, name##4) FUNCTION(name##4, name##5) FUNCTION(name##5, name##6) \
  FUNCTION(name##6, name##7) FUNCTION(name##7, next)
EIGHT(a, b) EIGHT(b, c) EIGHT(c, d) EIGHT(d, e) EIGHT(e, f) EIGHT(f, g) EIGHT(g, h) EIGHT(h, i)
EIGHT(i, enter)

static void enter(int depth, int *place) {
  if (depth > 0)
    a(depth - 1, place);
  seen[depth & 7]++;
}

int main(void) {
  int row[400] = {1};
  for (int i = 0; i < 399; i++)
    enter(i % 150, row + i);
  for (int i = 0; i < 399; i++)
    c(0, row + i);
  for (int i = 0; i < 400; i++)
    printf("%d%c", row[i] % 1000, i % 20 == 19 ? '\n' : ' ');
  for (int i = 0; i < 8; i++)
    printf("%d ", seen[i]);
  printf("%d\n", visits);
  return 0;
}
