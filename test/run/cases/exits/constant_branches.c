// Arms that are never entered use variables that a part does not have otherwise, and may end the
// program. PARALLEL: 1
#include <stdio.h>
#include <stdlib.h>

#define ALLOCATE(pointer, count)                                                                   \
  do {                                                                                             \
    (pointer) = calloc(count, sizeof *(pointer));                                                  \
    if (0)                                                                                         \
      abort();                                                                                     \
  } while (0)

enum { count = 2000 };
static double from[count], to[count];

int main(void) {
  int level = 3, other = 4;
  double *scale;
  ALLOCATE(scale, count);
  for (int i = 0; i < count; i++)
    from[i] = i * 0.5;
  for (int i = 0; i < count; i++) {
    if (0)
      printf("%d: %d\n", level, i);
    if (sizeof(int) == 4)
      to[i] = from[i] * 2 + i % 3;
    else {
      other += i;
      to[0] = other;
    }
  }
  double sum = scale[1];
  for (int i = 0; i < count; i++)
    sum += to[i];
  printf("%.3f %d %d\n", sum, level, other);
  free(scale);
  return 0;
}
