/* Sweeps by hand: step t works on row i when step t - 1 is two rows ahead. */
static void row(int i) {
  for (int j = 1; j < N - 1; j++)
    a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
               a[i + 1][j] + a[i + 1][j + 1]) /
              9;
}

static void kernel(void) {
#pragma omp parallel
  for (int front = 1; front < N - 1 + 2 * (STEPS - 1); front++) {
    int first = front - (N - 2) > 0 ? (front - (N - 2) + 1) / 2 : 0;
    int last = (front - 1) / 2 < STEPS - 1 ? (front - 1) / 2 : STEPS - 1;
#pragma omp for
    for (int t = first; t <= last; t++)
      row(front - 2 * t);
  }
}
