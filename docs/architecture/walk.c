enum { N = 1000 };
static double in[N][N], out[N][N];

static double mean(const double *row, int c) {
  return (row[c - 1] + row[c] + row[c + 1]) / 3;
}

int main(void) {
  double line[N];
  for (int r = 0; r < N; r++) {
    for (int c = 1; c < N - 1; c++)
      line[c] = mean(in[r], c);
    for (int c = 1; c < N - 1; c++)
      out[r][c] = line[c] - in[r][c];
  }
  return (int)out[N / 2][N / 2];
}
