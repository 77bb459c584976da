/* OPTIONS: --machine=x86-vm-2
 * Variables that a loop's body declares and sets later: one that only a statement of the new text uses is declared there,
 * also where its address is a parameter of what is inlined. Those that inner iterations hand on, and arrays, are not. */
#include <stdio.h>

enum { ROWS = 400, COLUMNS = 8, CENTERS = 64 };

static double values[ROWS][COLUMNS], centers[CENTERS][COLUMNS], sums[ROWS], doubled[ROWS];
static double transposed[CENTERS][ROWS], running[ROWS][CENTERS], delayed[ROWS][CENTERS];

static void fill(void) {
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < COLUMNS; i++)
      values[r][i] = r % 13 + i * 0.25;
  for (int k = 0; k < CENTERS; k++)
    for (int i = 0; i < COLUMNS; i++)
      centers[k][i] = k % 7 - i;
  for (int k = 0; k < CENTERS; k++)
    for (int r = 0; r < ROWS; r++)
      transposed[k][r] = k % 5 - r * 0.5;
}

static void distance_of(const double *row, double *distance) {
  double least = 0;
  for (int k = 0; k < CENTERS; k++)
    for (int i = 0; i < COLUMNS; i++)
      least += row[i] * centers[k][i];
  *distance = least;
}

static void by_address(void) {
  for (int r = 0; r < ROWS; r++) {
    double d;
    distance_of(values[r], &d);
    sums[r] = d;
  }
}

static void set_behind_loops(void) {
  for (int r = 0; r < ROWS; r++) {
    double d, more = 1;
    double sum = more;
    for (int k = 0; k < CENTERS; k++)
      for (int i = 0; i < COLUMNS; i++)
        sum += values[r][i] * centers[k][i];
    d = sum * 2;
    doubled[r] = d + 1;
  }
}

static void handed_on(void) {
  for (int r = 0; r < ROWS; r++) {
    double d;
    for (int k = 0; k < CENTERS; k++) {
      d = k > 0 ? d + transposed[k][r] : 0;
      running[r][k] = d;
    }
  }
}

static void in_an_array(void) {
  for (int r = 0; r < ROWS; r++) {
    double t[2];
    for (int k = 0; k < CENTERS; k++) {
      t[k % 2] = transposed[k][r];
      delayed[r][k] = t[k > 0 ? (k + 1) % 2 : 0];
    }
  }
}

int main(void) {
  fill();
  by_address();
  set_behind_loops();
  handed_on();
  in_an_array();
  double total = 0;
  for (int r = 0; r < ROWS; r++) {
    total += sums[r] * (r % 3) + doubled[r] * (r % 5);
    for (int k = 0; k < CENTERS; k++)
      total += running[r][k] * (k - r) + delayed[r][k] * (r % 7 + k);
  }
  printf("%.17g\n", total);
  return 0;
}
