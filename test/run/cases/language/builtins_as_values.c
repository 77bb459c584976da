/* PARALLEL: 3
 * Arguments of variadic functions, checked arithmetic and vectors, also of the iteration before. */
#include <stdarg.h>
#include <stdio.h>
enum { N = 100000 };
static int a[N], b[N], flags[N], carried[N + 1];
static long last;
typedef int four __attribute__((vector_size(16)));
static four v[N];

static int most(int count, ...) {
  va_list list, copy;
  int best = -1000;
  va_start(list, count);
  va_copy(copy, list);
  for (int i = 0; i < count; i++) {
    int each = va_arg(list, int);
    if (each > best)
      best = each;
  }
  best += va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return best;
}

/* The pointer reaches an element of another iteration. */
static void put(int count, ...) {
  va_list list;
  va_start(list, count);
  int *place = va_arg(list, int *);
  *place = *place * 3 + count;
  va_end(list);
}

int main(void) {
  for (int i = 0; i < N; i++) {
    b[i] = i * 7919 % 1000 - 500;
    v[i] = (four){i, i * 3, -i, 7};
  }
  for (int r = 0; r < 5; r++)
    for (int i = 0; i < N; i++)
      a[i] = most(4, i % 300, b[i], r, a[i] / 2);
  for (int i = 0; i < N; i++)
    put(i, &carried[i / 3]);
  for (int i = 0; i < N; i++) {
    int product;
    flags[i] = __builtin_mul_overflow(a[i] * 1000, b[i] * 1000, &product);
    b[i] = product >> 3;
  }
  for (int i = 0; i < N; i++)
    flags[i] += __builtin_add_overflow(carried[i], a[i], &carried[i + 1]);
  for (int i = 0; i < N; i++)
    flags[i] += __builtin_sub_overflow(last, (long)a[i], &last);
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < N; i++)
      v[i] = __builtin_shufflevector(v[i], v[i] * 3, 1, 4, 7, 2);
  for (int i = 1; i < N; i++)
    v[i] += __builtin_shufflevector(v[i - 1], v[i], 1, 4, 7, 2);
  unsigned long check = 0;
  for (int i = 0; i < N; i++)
    check = check * 31 + (unsigned)(a[i] ^ b[i] ^ flags[i] ^ carried[i + 1] ^ v[i][i & 3]);
  printf("%lu %ld\n", check, last);
  return 0;
}
