/* Relaxation of a line by hand: trapezoids of several steps, then the triangles between them. */
enum { WIDTH = 16384, HEIGHT = 64 };

static void cells(int half_step, int from, int end) {
  double *to = half_step % 2 ? a : b, *source = half_step % 2 ? b : a;
  from = from < 1 ? 1 : from;
  end = end > N - 1 ? N - 1 : end;
#pragma omp simd
  for (int i = from; i < end; i++)
    to[i] = (source[i - 1] + source[i] + source[i + 1]) / 3;
}

static void kernel(void) {
#pragma omp parallel
  for (int tt = 0; tt < 2 * STEPS; tt += HEIGHT) {
    int height = tt + HEIGHT < 2 * STEPS ? HEIGHT : 2 * STEPS - tt;
#pragma omp for
    for (int left = 0; left < N; left += WIDTH)
      for (int t = 0; t < height; t++)
        cells(tt + t, left == 0 ? 0 : left + t, left + WIDTH >= N ? N : left + WIDTH - t);
#pragma omp for
    for (int left = WIDTH; left < N; left += WIDTH)
      for (int t = 1; t < height; t++)
        cells(tt + t, left - t, left + t);
  }
}
