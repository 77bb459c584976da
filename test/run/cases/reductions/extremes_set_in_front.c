/* PARALLEL: 2
 * Minimum and maximum in members that are set in front of the loop, some without any iteration that looks at them. */
#include <stdio.h>
struct seen {
  int least, most, row, column;
};
static int a[50][40];

static void look(struct seen *s, int rows, int columns) {
  s->least = s->most = a[0][0];
  s->row = s->column = 0;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) {
      if (a[r][c] < s->least)
        s->least = a[r][c];
      if (a[r][c] > s->most) {
        s->most = a[r][c];
        s->row = r;
        s->column = c;
      }
    }
}

int main(void) {
  for (int r = 0; r < 50; r++)
    for (int c = 0; c < 40; c++)
      a[r][c] = (r * 37 + c * 101) % 1009 - 300;
  for (int rows = 0; rows <= 50; rows += 7)
    for (int columns = 0; columns <= 40; columns += 8) {
      struct seen s;
      look(&s, rows, columns);
      printf("%d %d %d %d\n", s.least, s.most, s.row, s.column);
    }
  return 0;
}
