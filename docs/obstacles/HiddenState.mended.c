// Estimates pi by random points; each point has a state of its own, made from its number.
#include <stdio.h>

enum { POINTS = 100000 };

static double random_from(unsigned *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state / 4294967296.0;
}

int main(void) {
  int inside = 0;
  for (int i = 0; i < POINTS; i++) { // this loop
    unsigned state = (unsigned)i * 2654435761u + 1;
    random_from(&state);
    double x = random_from(&state), y = random_from(&state);
    if (x * x + y * y < 1)
      inside++;
  }
  printf("%.1f\n", 4.0 * inside / POINTS);
}
