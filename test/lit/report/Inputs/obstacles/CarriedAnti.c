void f(double *restrict a, double *restrict to, int n) {
#ifdef UNLOCKED
  for (int i = 0; i < n; i++)
    to[i] = a[i + 1];
#else
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
#endif
}
