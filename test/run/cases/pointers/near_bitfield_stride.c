/* SEQUENTIAL */
/* Two bit-fields of one storage unit have one address and not one value. */
#include <stdio.h>
struct pair {
  int a : 8, b : 8;
};
static int out[64] = {1};
static void shift(const struct pair *s) {
  for (int i = 0; i < 40; i++)
    out[i + s->b] = out[i + s->a] + 1;
}
int main(void) {
  struct pair s = {0, 1};
  shift(&s);
  printf("%d\n", out[40]);
  return 0;
}
