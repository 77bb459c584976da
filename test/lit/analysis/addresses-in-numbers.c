// A difference of pointers is no address, unless it is one to null; nor is what strtol returns. What lies in front of a
// member is not copied or printed with it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static double a[N], b[N];

// `y` leads to `a`.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 parallel guard('a[i - 1]' and 'y[i]' do not overlap)
void to_null(void) {
  const long at = (char *)a - (char *)0;
  double *y = (double *)at;
  for (int i = 1; i < N; i++)
    y[i] = a[i - 1] + 1;
}

// The number of a column is no pointer to `a`.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 parallel{{$}}
void difference(const double *p) {
  const long column = p - a;
  double *y = &b[column];
  for (int i = 1; i < N; i++)
    y[i] = a[i - 1] + 1;
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 parallel{{$}}
void number(const char *text) {
  char *end;
  double *y = &b[strtol(text, &end, 10)];
  for (int i = 1; i < N; i++)
    y[i] = a[i - 1] + (end - text);
}

struct entry { double *place; char name[16]; double *other; };

// The copy has `other`, not `place`.
// CHECK: loop {{.*}}:[[#@LINE+7]]:3 parallel{{$}}
// CHECK: loop {{.*}}:[[#@LINE+8]]:3 sequential
void copied(void) {
  struct entry e = {a, "name", b};
  struct entry *to = malloc(sizeof *to);
  memcpy(to->name, e.name, sizeof *to - offsetof(struct entry, name));
  double *y = to->other;
  for (int i = 1; i < N; i++)
    y[i] = a[i - 1] + 1;
  for (int i = 1; i < N; i++)
    y[i] = b[i - 1] + 1;
  free(to);
}

int main(int argc, char **argv) {
  to_null(), difference(a + argc), number(argv[0]), copied();
  printf("%g %g\n", a[N - 1], b[N - 1]);
  return 0;
}
