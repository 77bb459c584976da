// What a library function may leave of an array is what an earlier iteration has put there.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdio.h>
#include <string.h>

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(t){{$}}
void allOfIt(int *restrict a, const char *restrict from, int n) {
  char t[32];
  for (int i = 0; i < n; i++) {
    strncpy(t, from, 32);
    int sum = 0;
    for (int k = 0; k < 32; k++)
      sum += t[k];
    a[i] = sum;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void asMuchAsNeeded(int *restrict a, int n) {
  char t[32] = "";
  for (int i = 0; i < n; i++) {
    snprintf(t, 32, "%d", a[i]);
    int sum = 0;
    for (int k = 0; k < 32; k++)
      sum += t[k];
    a[i] = sum;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void untilItsEnd(int *restrict a, const char *restrict from, int n) {
  char t[32] = "";
  for (int i = 0; i < n; i++) {
    strcpy(t, from + a[i]);
    int sum = 0;
    for (int k = 0; k < 32; k++)
      sum += t[k];
    a[i] = sum;
  }
}

static int numbers[1000];
static char texts[1000][16];

// sscanf reads the text, and writes what it is given for its conversions.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void readNumbers(int n) {
  for (int i = 0; i < n; i++) {
    int number;
    numbers[i] = sscanf(texts[i], "%d", &number) == 1 ? number : 0;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void keepNumbers(int n) {
  int number = 0;
  for (int i = 0; i < n; i++) {
    sscanf(texts[i], "%d", &number);
    numbers[i] = number;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void intoNext(int n) {
  for (int i = 0; i + 1 < n; i++)
    sscanf(texts[i], "%15s", texts[i + 1]);
}
