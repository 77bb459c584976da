// Each thread of OpenMP has its own errno. It matters where somebody reads it after the layer.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: kasuri --emit=openmp --cores=4 --min-gain=0 reports.c -o o 2>&1 | FileCheck %s --check-prefix=REPORTS
// RUN: FileCheck %s --check-prefix=PLAIN --implicit-check-not=errno < o/reports.c
// RUN: kasuri --emit=openmp --cores=4 --min-gain=0 asks.c -o o -Rkasuri-missed 2>&1 | FileCheck %s --check-prefix=ASKS
// RUN: FileCheck %s --check-prefix=KEPT < o/asks.c
// RUN: cc -O2 -Wall -Wextra -Werror -fopenmp o/asks.c -lm -o asks && ./asks
// RUN: kasuri --emit=openmp --cores=4 --min-gain=0 unnamed.c other.c -o o && FileCheck %s --check-prefix=UNNAMED < o/unnamed.c
// RUN: cc -O2 -Wall -Wextra -Werror -fopenmp o/unnamed.c o/other.c -lm -o unnamed && ./unnamed

// A program that reports a failure and ends is in parallel, as are loops that set errno for nobody.
// REPORTS: kasuri: 2 of 2 loops
// REPORTS-NOT: not in OpenMP
// PLAIN: pragma omp parallel for
// PLAIN: pragma omp parallel for

// ASKS: asks.c:[[#]]:3: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: code that may set errno, which is read afterwards [NotInOpenMp]
// ASKS: asks.c:27:7: note: here
// ASKS: kasuri: not in OpenMP: 1 loop: code that may set errno, which is read afterwards
// KEPT: const int errno_{{[0-9]+}}_3 = errno;
// KEPT-NEXT: #pragma omp parallel for
// KEPT: errno = errno_{{[0-9]+}}_3;

// UNNAMED: extern int *__errno_location(void);
// UNNAMED-NEXT: const int errno_{{[0-9]+}}_3 = *__errno_location();
// UNNAMED-NEXT: #pragma omp parallel for
// UNNAMED: *__errno_location() = errno_{{[0-9]+}}_3;

//--- reports.c
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
double a[1000], b[1000];
static FILE *opened(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) {
    perror(name);
    exit(1);
  }
  return file;
}
int main(int argc, char **argv) {
  FILE *file = opened(argv[argc - 1]);
  for (int i = 0; i < 1000; i++)
    a[i] = i * 0.5;
  for (int i = 0; i < 1000; i++)
    b[i] = pow(a[i], 0.3);
  fclose(file);
  return b[3] > 2;
}
//--- asks.c
#include <errno.h>
#include <math.h>
#include <stdlib.h>
double a[1000], b[1000];
static void fill(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = i * 0.5;
}
static void raise_all(void) {
  for (int i = 0; i < 1000; i++)
    b[i] = pow(a[i], 500);
}
int main(void) {
  errno = 0;
  double huge = strtod("1e999", 0);
  fill();
  if (errno != ERANGE)
    return 1;
  errno = 0;
  for (int i = 0; i < 1000; i++)
    b[i] = i;
  for (int i = 0; i < 1000; i++)
    a[i] = b[i] * 0.5;
  if (errno != 0)
    return 2;
  raise_all();
  if (errno != ERANGE)
    return 3;
  return huge < 1 || b[1] > 1;
}
//--- unnamed.c
double a[1000];
int status(void);
int main(void) {
  for (int i = 0; i < 1000; i++) {
    a[i] = i * 0.5;
  }
  return status() + (a[2] > 2);
}
//--- other.c
#include <errno.h>
int status(void) { return errno; }
