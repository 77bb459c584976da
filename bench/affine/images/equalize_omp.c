/* Equalization by hand: each thread counts for itself. */
static void kernel(void) {
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int v = 0; v < 256; v++)
      count[v] = 0;
#pragma omp parallel for reduction(+ : count[ : 256])
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        count[image[i][j]]++;
    int below = 0;
    for (int v = 0; v < 256; v++) {
      below += count[v];
      map[v] = (unsigned char)((long)below * 255 / ((long)N * N));
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        image[i][j] = (unsigned char)((map[image[i][j]] * 3 + (i + j + frame) % 251) / 4);
  }
}
