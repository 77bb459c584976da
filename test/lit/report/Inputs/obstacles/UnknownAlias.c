#ifdef UNLOCKED
void f(int *restrict a, int *restrict b, int *restrict c, int *restrict d, int n) {
#else
void f(int *a, int *b, int *c, int *d, int n) {
#endif
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    b[i] = 2;
    c[i] = 3;
    d[i] = 4;
  }
}
