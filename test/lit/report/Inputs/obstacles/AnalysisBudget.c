/* LOCKED: --analysis-budget=2 */
void f(int n, int x[restrict 100][64], int y[restrict 100][64]) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 64; j++)
      x[i][j] = y[i][63 - j] + n;
}
