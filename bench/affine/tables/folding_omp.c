/* Folding by hand: a diagonal at a time, with a transposed copy so that both halves of a split are read along rows. */
static int mirror[N][N + 1];

static void kernel(void) {
#pragma omp parallel
  for (int length = 1; length < N; length++)
#pragma omp for
    for (int i = 0; i < N - length; i++) {
      int j = i + length;
      int best = (length > 1 ? pairs[i + 1][j - 1] : 0) + (base[i] + base[j] == 3);
#pragma omp simd reduction(max : best)
      for (int k = i; k < j; k++) {
        int both = pairs[i][k] + mirror[j][k + 1];
        best = best > both ? best : both;
      }
      pairs[i][j] = mirror[j][i] = best;
    }
}
