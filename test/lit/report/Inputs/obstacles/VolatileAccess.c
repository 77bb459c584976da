volatile int level;
void f(int *restrict a, int n) {
#ifdef UNLOCKED
  int own = level;
  for (int i = 0; i < n; i++)
    a[i] = own;
#else
  for (int i = 0; i < n; i++)
    a[i] = level;
#endif
}
