/* Many small products by hand: all steps of one state at once. */
static void multiply(double (*restrict to)[S], double (*restrict x)[S], double (*restrict y)[S]) {
  for (int i = 0; i < S; i++) {
    for (int j = 0; j < S; j++)
      to[i][j] = 0;
    for (int k = 0; k < S; k++)
      for (int j = 0; j < S; j++)
        to[i][j] += x[i][k] * y[k][j];
  }
}

static void kernel(void) {
#pragma omp parallel for
  for (int t = 0; t < N; t++) {
    double next[S][S];
    for (int step = 0; step < STEPS; step += 2) {
      multiply(next, state[t], transition[t]);
      multiply(state[t], next, transition[t]);
    }
  }
}
