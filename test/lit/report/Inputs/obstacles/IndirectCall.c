static int twice(int x) { return 2 * x; }
void f(int *restrict a, int n, int (*given)(int)) {
#ifdef UNLOCKED
  int (*g)(int) = twice;
  (void)given;
#else
  int (*g)(int) = n > 5 ? given : twice;
#endif
  for (int i = 0; i < n; i++)
    a[i] = g(i);
}
