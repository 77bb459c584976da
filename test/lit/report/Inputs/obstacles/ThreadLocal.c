static _Thread_local int bias;
void f(int *restrict a, int n) {
#ifdef UNLOCKED
  int own = bias;
  for (int i = 0; i < n; i++)
    a[i] = own;
#else
  for (int i = 0; i < n; i++)
    a[i] = bias;
#endif
}
