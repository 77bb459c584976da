// A string that each iteration makes anew is scratch: who reads it goes no further than to its end.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };
static int numbers[1000], lengths[1000];
static char last[1000];

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(text)
void formatted(int n) {
  char text[SIZE];
  for (int i = 0; i < n; i++) {
    sprintf(text, "%d:%d", i, numbers[i]);
    lengths[i] += (int)strlen(text);
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(text)
void counted(int n) {
  char text[SIZE];
  for (int i = 0; i < n; i++) {
    snprintf(text, sizeof text, "row-%d", numbers[i]);
    last[i] = text[strlen(text) - 1];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(text)
void shortened(int n) {
  char text[SIZE];
  for (int i = 0; i < n; i++) {
    strcpy(text, numbers[i] > 5 ? "some" : "few");
    strcat(text, "thing");
    text[2] = 0;
    lengths[i] = (int)strlen(text) + (strcmp(text, "so") == 0);
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(text)
void on_both_ways(int n) {
  char text[SIZE];
  for (int i = 0; i < n; i++) {
    if (numbers[i] & 1)
      sprintf(text, "%d", i);
    else
      strcpy(text, "7");
    lengths[i] = strstr(text, "7") != NULL;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void near_on_one_way(int n) {
  char text[SIZE] = "";
  for (int i = 0; i < n; i++) {
    if (numbers[i] & 1)
      sprintf(text, "%d", i);
    lengths[i] = (int)strlen(text);
  }
}

// The 0 at the end may be what is written over.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void near_written_over(int n) {
  char text[SIZE] = "";
  for (int i = 0; i < n; i++) {
    sprintf(text, "%d", i);
    text[numbers[i]] = 'x';
    lengths[i] = (int)strlen(text);
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void near_beyond(int n) {
  char text[SIZE] = "";
  for (int i = 0; i < n; i++) {
    sprintf(text, "%d", i);
    last[i] = text[strlen(text) + 1];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void near_element(int n) {
  char text[SIZE] = "";
  for (int i = 0; i < n; i++) {
    sprintf(text, "%d", i);
    last[i] = text[2];
  }
}

// No byte is written where the size is 0.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void near_no_size(int n, size_t size) {
  char text[SIZE] = "";
  for (int i = 0; i < n; i++) {
    snprintf(text, size, "%d", i);
    lengths[i] = (int)strlen(text);
  }
}

// Wide characters may have no bytes to stand for them: then nobody knows what is left.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void near_wide(int n, const int *wide) {
  char text[SIZE] = "";
  for (int i = 0; i < n; i++) {
    sprintf(text, "%lc", wide[i]);
    lengths[i] = (int)strlen(text);
  }
}

// strncpy leaves no 0 where the source is too long.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void near_cut(int n) {
  char text[SIZE] = "";
  for (int i = 0; i < n; i++) {
    strncpy(text, numbers[i] > 5 ? "some" : "few", 3);
    lengths[i] = (int)strlen(text);
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void near_next_time(int n) {
  char text[SIZE] = "";
  for (int i = 0; i < n; i++) {
    lengths[i] = (int)strlen(text);
    sprintf(text, "%d", i);
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void near_appended(int n) {
  char text[100 * SIZE] = "";
  for (int i = 0; i < n; i++) {
    strcat(text, "+");
    lengths[i] = (int)strlen(text);
  }
}

int main(int argc, char **argv) {
  formatted(atoi(argv[1]));
  counted(argc * 100);
  shortened(argc * 100);
  on_both_ways(argc * 100);
  near_on_one_way(argc * 100);
  near_written_over(argc);
  near_beyond(argc * 100);
  near_element(argc * 100);
  near_no_size(argc * 100, strlen(argv[1]));
  near_wide(argc * 100, numbers);
  near_cut(argc * 100);
  near_next_time(argc * 100);
  near_appended(argc * 100);
  printf("%d %d\n", lengths[argc], last[argc]);
}
