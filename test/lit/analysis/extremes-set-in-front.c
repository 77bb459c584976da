// A minimum or maximum in a member may be read before the loop if straight code in front of the loop has set it: then it is
// there, even if no iteration looks at it.
// RUN: kasuri %s --stop-after=analysis --dump=analysis | FileCheck %s
#include <stdlib.h>
struct seen {
  int least, most, at;
};
int a[100][100];

void both(struct seen *s, int n, int m) {
  s->least = s->most = a[0][0];
  s->at = 0;
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 parallel reduction(s->least) reduction(s->most)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (a[i][j] < s->least)
        s->least = a[i][j];
      if (a[i][j] > s->most) {
        s->most = a[i][j];
        s->at = i;
      }
    }
}

void not_set(struct seen *s, int n, int m) {
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > s->most)
        s->most = a[i][j];
}

void of_another(struct seen *s, struct seen *other, int n, int m) {
  s->most = 0;
  s = other;
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > s->most)
        s->most = a[i][j];
}

void another_member(struct seen *s, int n, int m) {
  s->least = 0;
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > s->most)
        s->most = a[i][j];
}

void freed(struct seen *s, int n, int m) {
  s->most = 0;
  if (m == 0)
    free(s);
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > s->most)
        s->most = a[i][j];
}

void freed_by_another_name(struct seen *s, struct seen *other, int n, int m) {
  s->most = 0;
  free(other);
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > s->most)
        s->most = a[i][j];
}

void sometimes_set(struct seen *s, int n, int m) {
  m > 0 && (s->most = 1);
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > s->most)
        s->most = a[i][j];
}

int main(int argc, char **arguments) {
  struct seen s = {0}, *other = malloc(sizeof s);
  if (!other)
    return 1;
  for (int i = 0; i < 100; i++)
    a[i][argc] = i;
  both(&s, argc, argc);
  not_set(&s, argc, argc);
  of_another(&s, other, argc, argc);
  another_member(&s, argc, argc);
  sometimes_set(&s, argc, argc);
  if (argc > 5)
    freed_by_another_name(other, other, argc, 0);
  else
    freed(other, argc, argc);
  return s.most;
}
