/* The recursive filter by hand: rows are divided; columns go down in stripes, row by row. */
enum { STRIPE = 128 };

static const float a1 = 0.25f, a2 = 0.125f, a3 = 0.15f, a4 = -0.1f, b1 = 0.8f, b2 = -0.2f;

static void filter_row(int i) {
  float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
  for (int j = 0; j < N; j++) {
    ahead[i][j] = a1 * image[i][j] + a2 * x1 + b1 * y1 + b2 * y2;
    x1 = image[i][j];
    y2 = y1;
    y1 = ahead[i][j];
  }
  x1 = y1 = y2 = 0;
  for (int j = N - 1; j >= 0; j--) {
    float y = a3 * x1 + a4 * x2 + b1 * y1 + b2 * y2;
    smooth[i][j] = ahead[i][j] + y;
    x2 = x1;
    x1 = image[i][j];
    y2 = y1;
    y1 = y;
  }
}

static void filter_columns(int first, int end) {
  float x1[STRIPE] = {0}, x2[STRIPE] = {0}, y1[STRIPE] = {0}, y2[STRIPE] = {0};
  for (int i = 0; i < N; i++)
#pragma omp simd
    for (int j = first; j < end; j++) {
      float y = a1 * smooth[i][j] + a2 * x1[j - first] + b1 * y1[j - first] + b2 * y2[j - first];
      x1[j - first] = smooth[i][j];
      y2[j - first] = y1[j - first];
      y1[j - first] = ahead[i][j] = y;
    }
  for (int j = 0; j < STRIPE; j++)
    x1[j] = y1[j] = y2[j] = 0;
  for (int i = N - 1; i >= 0; i--)
#pragma omp simd
    for (int j = first; j < end; j++) {
      float y = a3 * x1[j - first] + a4 * x2[j - first] + b1 * y1[j - first] + b2 * y2[j - first];
      x2[j - first] = x1[j - first];
      x1[j - first] = smooth[i][j];
      y2[j - first] = y1[j - first];
      y1[j - first] = y;
      smooth[i][j] = ahead[i][j] + y;
    }
}

static void kernel(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      filter_row(i);
#pragma omp for
    for (int j = 0; j < N; j += STRIPE)
      filter_columns(j, j + STRIPE < N ? j + STRIPE : N);
  }
}
