// What strtol leaves is a pointer into what it has read: an array is private to iterations only if that pointer is.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 };
static long out[N], rest[N];

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(text)
void inside(void) {
  char text[32];
  for (int i = 0; i < N; i++) {
    char *end;
    snprintf(text, sizeof text, "%d;%d", i, i * 3);
    out[i] = strtol(text, &end, 10);
    rest[i] = end - text;
  }
}

static long parse(const char *text) {
  char *end;
  const long found = strtol(text, &end, 10);
  return end > text ? found : -1;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(text)
void in_callee(void) {
  char text[32];
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 32; k++)
      text[k] = '0' + i % 10 * (k < 5);
    out[i] = parse(text);
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void for_caller(char **end) {
  char text[32];
  for (int i = 0; i < N; i++) {
    snprintf(text, sizeof text, "%d;%d", i, i * 3);
    out[i] = strtol(text, &end[i], 10);
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void in_front(void) {
  char text[32], *end[N];
  for (int i = 0; i < N; i++) {
    snprintf(text, sizeof text, "%d;%d", i, i * 3);
    out[i] = strtol(text, &end[i], 10);
  }
  printf("%d\n", end[0] == end[1]);
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void no_number(void) {
  char text[32], *end[N];
  for (int i = 0; i < N; i++) {
    snprintf(text, sizeof text, "%d;%d", i, i * 3);
    strtol(text, &end[i], 10);
    out[i] = (long)strlen(text);
  }
  printf("%d\n", end[0] == end[1]);
}

int main(void) {
  char *ends[N];
  inside(), in_callee(), for_caller(ends), in_front(), no_number();
  printf("%ld %ld %d\n", out[3], rest[4], ends[0] == ends[1]);
  return 0;
}
