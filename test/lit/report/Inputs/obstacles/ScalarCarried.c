int f(int *restrict a, int n) {
  int x = 1;
  for (int i = 0; i < n; i++) {
#ifdef UNLOCKED
    x += i;
    a[i] = i;
#else
    x = x * 3 + i;
    a[i] = x;
#endif
  }
  return x;
}
