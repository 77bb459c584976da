void f(int *restrict a, int n) {
#ifdef UNLOCKED
  for (int i = 0; i < n; i++)
    a[i] = i;
#else
  for (int i = 0; i < n; i++)
    a[i / 2] = i;
#endif
}
