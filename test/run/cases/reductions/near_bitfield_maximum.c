/* SEQUENTIAL */
/* Two bit-fields of one storage unit have one address: what is compared is not what is kept. */
#include <stdio.h>
struct pair {
  int a : 8, b : 8;
};
static struct pair x[300];
int main(void) {
  int seed = 7;
  for (int i = 0; i < 300; i++) {
    seed = seed * 75 % 65537;
    x[i].a = seed % 101;
    x[i].b = seed % 103;
  }
  int best = -1;
  for (int i = 0; i < 300; i++)
    if (x[i].a > best)
      best = x[i].b;
  printf("%d\n", best);
  return 0;
}
