// Moves particles; that the list names none of them twice is promised.
#include <kasuri/annotations.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTICLES = 100000 };
struct particle {
  double place, speed;
};

static struct particle *chosen[PARTICLES];

int main(void) {
  struct particle *all = calloc(PARTICLES, sizeof *all);
  if (!all)
    return 1;
  for (int i = 0; i < PARTICLES; i++) {
    all[i].speed = i % 10;
    chosen[i] = &all[(long)i * 7 % PARTICLES];
  }
  KASURI_DISTINCT(chosen)
  for (int i = 0; i < PARTICLES; i++) // this loop
    chosen[i]->place += chosen[i]->speed * 0.01;
  printf("%f\n", all[77].place);
  free(all);
}
