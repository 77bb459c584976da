/* align - aligns pairs of sequences, and counts their differences. usage: align INPUT OUTPUT */
#include "align.h"

#include <stdlib.h>

static int align(const sequence *a, const sequence *b, const scores *by, FILE *out) {
  grid g;
  int *row = malloc(((size_t)b->length + 1) * sizeof *row);
  if (row == NULL || !grid_init(&g, a->length + 1, b->length + 1)) {
    fprintf(stderr, "align: out of memory\n");
    return 1;
  }
  first_row(&g, by);
  for (int i = 1; i < g.rows; i++)
    fill_row(&g, a, b, by, i);
  fprintf(out, "%s %d, %s %d: score %d, distance %d\n\n", a->name, a->length, b->name, b->length,
          g.best[(size_t)g.rows * g.columns - 1], edit_distance(a, b, row));
  print_alignment(&g, a, b, out);
  grid_free(&g);
  free(row);
  return 0;
}

int main(int argc, char **argv) {
  const scores by = {2, 3, 5, 1};
  sequence a, b;
  if (argc != 3) {
    fprintf(stderr, "usage: align INPUT OUTPUT\n");
    return 2;
  }
  FILE *in = fopen(argv[1], "r"), *out = fopen(argv[2], "w");
  if (in == NULL || out == NULL) {
    perror("align");
    return 1;
  }
  int status = 0;
  while (status == 0 && read_sequence(in, &a) && read_sequence(in, &b)) {
    status = align(&a, &b, &by, out);
    sequence_free(&a);
    sequence_free(&b);
  }
  fclose(in);
  return fclose(out) != 0 || status;
}
