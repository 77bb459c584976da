/* PARALLEL: 0
 * A maximum in a member that is not there if no iteration looks at it. */
#include <stdio.h>
struct seen {
  int most;
};
static int a[50][40];

static void look(struct seen *s, int rows, int columns) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++)
      if (a[r][c] > s->most)
        s->most = a[r][c];
}

int main(void) {
  struct seen s = {-1000};
  for (int r = 0; r < 50; r++)
    for (int c = 0; c < 40; c++)
      a[r][c] = (r * 37 + c * 101) % 1009 - 300;
  look(&s, 50, 40);
  look(0, 50, 0);
  printf("%d\n", s.most);
  return 0;
}
