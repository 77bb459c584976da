/* PARALLEL: 1
 * What a called function changes, it changes itself and by a function that only others hand to it: one access of its
 * summary stands for both, and the pointer in the one that this loop never calls leads nowhere in its iterations. So the call runs in order. */
#include <stdio.h>
#include <stdlib.h>

typedef struct counter {
  int *value;
} counter;

static int out[100];

static void increase(counter *c) { *c->value += 1; }
static void check(counter *c) {
  if (!c)
    abort();
}
static void both(counter *c, void (*f)(counter *)) {
  f(c);
  *c->value += 2;
}

static void count(counter *c, int n) {
  for (int i = 0; i < n; i++) {
    int *mine = malloc(sizeof *mine);
    if (!mine)
      exit(1);
    *mine = i;
    both(c, check);
    out[i] = *mine;
    free(mine);
  }
}

int main(int argc, char **argv) {
  counter one = {malloc(sizeof(int))}, other = {malloc(sizeof(int))};
  (void)argv;
  if (!one.value || !other.value)
    return 1;
  *one.value = argc;
  *other.value = argc;
  both(&other, increase);
  count(&one, argc + 98);
  printf("%d %d %d\n", *one.value, out[5], *other.value);
  free(one.value);
  free(other.value);
  return 0;
}
