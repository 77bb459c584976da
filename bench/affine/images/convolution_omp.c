/* The convolution by hand: rows are divided, and pixels of a row are computed beside each other. */
static void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < N - SIZE + 1; i++)
    for (int y = 0; y < SIZE; y++)
      for (int x = 0; x < SIZE; x++)
#pragma omp simd
        for (int j = 0; j < N - SIZE + 1; j++)
          result[i][j] += weight[y][x] * image[i + y][j + x];
}
