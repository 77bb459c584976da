#ifdef UNLOCKED
struct item { int x; };
#endif
void f(int *restrict a, int n) {
#ifndef UNLOCKED
  struct item { int x; };
#endif
  struct item it = {n};
  for (int i = 0; i < n; i++)
    a[i] = it.x + i;
}
