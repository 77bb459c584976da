/* Selections that choose an lvalue: the address of the variable is taken by another spelling. */
#include <stdio.h>

static void step(int *p, int i) { *p = *p * 3 + i; }

int main(void) {
  int chosen = 1, picked = 2, hash = 0;
  int *p = &_Generic(hash, int: chosen, default: hash);
  int *q = &__builtin_choose_expr(1, picked, hash);
  for (int i = 0; i < 50; i++) {
    step(p, i % 3);
    chosen %= 1000;
    step(q, i % 5);
    picked %= 1000;
  }
  printf("%d %d\n", chosen, picked);
  return hash;
}
