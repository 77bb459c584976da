void f(int *restrict a, const int *restrict at, int n) {
#ifdef UNLOCKED
  for (int i = 0; i < n; i++)
    a[i] += at[i];
#else
  for (int i = 0; i < n; i++)
    a[at[i]] += 1;
#endif
}
