/* relax - computes the heat in a plate. usage: relax INPUT OUTPUT */
#include "relax.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_SWEEPS = 400, BETWEEN_CHECKS = 20 };

static int solve(plate *p, double tolerance) {
  double factor = 1.9;
  for (int sweep = 1; sweep <= MOST_SWEEPS; sweep++) {
    double most = 0;
    for (int y = 1; y < p->height - 1; y++) {
      double change = relax_row(p, y, factor);
      if (change > most)
        most = change;
    }
    if (sweep % BETWEEN_CHECKS == 0) {
      printf("sweep %d: change %.9g\n", sweep, most);
      if (most < tolerance)
        return sweep;
      if (!isfinite(most)) {
        fprintf(stderr, "relax: it does not converge\n");
        exit(1);
      }
    }
  }
  return MOST_SWEEPS;
}

int main(int argc, char **argv) {
  plate p;
  if (argc != 3) {
    fprintf(stderr, "usage: relax INPUT OUTPUT\n");
    return 2;
  }
  FILE *in = fopen(argv[1], "r"), *out = fopen(argv[2], "wb");
  if (in == NULL || out == NULL) {
    perror("relax");
    return 1;
  }
  if (!read_plate(in, &p)) {
    fprintf(stderr, "relax: this describes no plate\n");
    return 1;
  }
  fclose(in);
  printf("%d sweeps\n", solve(&p, 1e-7));
  print_profile(&p);
  int is_written = write_plate(&p, out);
  if (fclose(out) != 0 || !is_written) {
    perror("relax: write");
    return 1;
  }
  plate_free(&p);
  return 0;
}
