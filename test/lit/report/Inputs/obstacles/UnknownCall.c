#ifdef UNLOCKED
static int g(int x) { return x * x; }
#else
int g(int x);
#endif
void f(int *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = g(i);
}
