enum { ROWS = 20, N = 50 };
int x[ROWS][N], y[ROWS][N];

static void f(int *tmp) {
  for (int r = 0; r < ROWS; r++) {
#ifdef UNLOCKED
    int own[N];
    tmp = own;
#endif
    for (int i = 0; i <= r; i++)
      tmp[i] = x[r][i];
    for (int i = 0; i <= r; i++)
      y[r][i] = tmp[r - i];
  }
}

int main(void) {
  int tmp[N];
  f(tmp);
  return y[3][4];
}
