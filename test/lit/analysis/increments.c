// Counters that an iteration reads early and adds to late: the next iteration takes them with what will be added.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 | FileCheck %s

#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };
double table[N];

static double work(int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 3 + table[i] * k;
  return sum;
}

// The head hands on what is added behind it, in one place or in several.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: in order: head takes(count) takes(left) leaves(count + 3) leaves(left + -3)
// CHECK-NEXT: in order: [[#@LINE+6]]
void by_lines(FILE *in, char *line, int count, long left) {
  while (fgets(line, 80, in)) {
    int number = count;
    count++;
    double sum = work(number + (int)left);
    printf("%g %c\n", sum, line[0]);
    count = count + 2;
    left = -3 + left;
  }
  printf("%d %ld\n", count, left);
}

// The test behind the body has the value of the iteration before.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: in order: head takes(count) leaves(count + 1)
// CHECK-NEXT: in order: [[#@LINE+5]]
void until_end(FILE *in, int count) {
  do {
    int number = count;
    double sum = work(number);
    printf("%g\n", sum);
    count++;
  } while (getc(in) != EOF && count < 1000);
}

int main(int argc, char **argv) {
  char line[80];
  by_lines(stdin, line, argc, 1000);
  until_end(stdin, argc);
  return argv == NULL;
}
