// Where nests of loops are reordered, the program's large blocks begin at a line of the cache: its calls of malloc and calloc, those in
// headers too, are calls of the runtime's functions. It is the library's free() that takes them.
// RUN: kasuri %s --dump=emit -- -O2 | FileCheck %s
// RUN: kasuri %s --dump=emit --no-reorder -- -O2 | FileCheck %s --check-prefix=NONE
// RUN: kasuri %s --dump=emit -- -O2 -DCOMPARES | FileCheck %s --check-prefix=NONE
// RUN: kasuri %s --dump=emit -- -O2 -DRENAMES | FileCheck %s --check-prefix=NONE
// RUN: kasuri %s --dump=emit -- -O2 -DDECLARES | FileCheck %s --check-prefix=NONE
// RUN: kasuri %s --dump=emit -- -O2 -DLABELS | FileCheck %s --check-prefix=NONE
// RUN: kasuri %s -o %t --min-gain=0 -- -O2 && gcc -O2 -Wall -Wextra -Werror -Wno-unknown-pragmas -I%S/../../../include %t/aligned-blocks.c -c -o %t/aligned-blocks.o
// RUN: nm %t/aligned-blocks.o | FileCheck %s --check-prefix=NAMES
// CHECK: #include <kasuri/kasuri.h>
// CHECK-NEXT: KS_ALIGN_BLOCKS
// NONE: #include <kasuri/kasuri.h>
// NONE-NOT: {{^}}KS_ALIGN_BLOCKS
// NAMES-NOT: U {{malloc|calloc}}
// NAMES: U free
// NAMES: U ks_calloc
// NAMES: U ks_malloc
#ifdef DECLARES
typedef unsigned long size_t;
char *malloc(), *calloc();
void free(void *);
int atoi(const char *);
#define NULL 0
#else
#ifdef LABELS
void *malloc(unsigned long) __asm__("valloc");
#endif
#include <stdlib.h>
#endif

#ifdef RENAMES
static void *zeroed(size_t size) { return calloc(1, size); }
#define malloc zeroed
#endif

static void multiply(double *c, const double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500;
#ifdef COMPARES
  void *(*allocate)(size_t) = argc > 2 ? malloc : NULL;
  if (allocate == malloc)
    return 1;
#endif
  double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = calloc(n * n, sizeof *c);
  for (int i = 0; i < n * n; i++)
    a[i] = b[i] = i;
  multiply(c, a, b, n);
  double last = c[n * n - 1];
  free(a);
  free(b);
  free(c);
  return last > 0;
}
