void f(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++) {
#ifndef UNLOCKED
    if (b[i] < 0)
      break;
#endif
    a[i] = b[i];
  }
}
