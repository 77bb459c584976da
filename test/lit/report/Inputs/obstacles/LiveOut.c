int f(int *restrict a, int n) {
  int last = 0;
  for (int i = 0; i < 100; i++) {
#ifdef UNLOCKED
    last = a[i] > n;
#else
    if (a[i] > n)
      last = i;
#endif
    a[i] = n;
  }
  return last;
}
