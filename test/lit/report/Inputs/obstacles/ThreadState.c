#include <locale.h>
typedef struct __locale_struct *kind;
kind uselocale(kind);
void g(kind k) {
#ifdef UNLOCKED
  (void)k;
#else
  uselocale(k);
#endif
}
void f(int *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}
