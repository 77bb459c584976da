void f(int *restrict a, int n) {
#ifdef UNLOCKED
  for (int i = 0; i < n; i++)
    a[i] = i > 3 ? 1 : 2;
#else
  for (int i = 0; i < n; i++) {
    static void *const at[] = {&&one, &&two};
    goto *at[i > 3];
  one:
    a[i] = 1;
  two:
    a[i] = 2;
  }
#endif
}
