/* The pyramid by hand: rows of each pass are divided. */
static void halve_width(int l) {
  int width = N >> l;
#pragma omp for
  for (int i = 0; i < (N >> (l - 1)); i++) {
    const float *in = level[l - 1][i];
    half[i][0] = in[0];
    half[i][width - 1] = in[2 * width - 2];
#pragma omp simd
    for (int j = 1; j < width - 1; j++)
      half[i][j] = (in[2 * j - 2] + 4 * in[2 * j - 1] + 6 * in[2 * j] + 4 * in[2 * j + 1] + in[2 * j + 2]) / 16;
  }
}

static void halve_height(int l) {
  int height = N >> l;
#pragma omp for
  for (int i = 0; i < height; i++)
    if (i == 0 || i == height - 1)
      memcpy(level[l][i], half[2 * i], (N >> l) * sizeof(float));
    else
#pragma omp simd
      for (int j = 0; j < (N >> l); j++)
        level[l][i][j] = (half[2 * i - 2][j] + 4 * half[2 * i - 1][j] + 6 * half[2 * i][j] + 4 * half[2 * i + 1][j] +
                          half[2 * i + 2][j]) /
                         16;
}

static void kernel(void) {
#pragma omp parallel
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int l = 1; l < LEVELS; l++) {
      halve_width(l);
      halve_height(l);
    }
#pragma omp single
    level[0][frame][frame] += level[LEVELS - 1][1][1];
  }
}
