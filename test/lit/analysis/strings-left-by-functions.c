// A string that a called function leaves is scratch of its caller's iterations, as far as the calls say so.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };
static int numbers[1000], lengths[1000];
static char copies[1000][SIZE];

typedef struct entry {
  int number;
  char name[SIZE], other[SIZE];
  long stamp;
} entry;

// A counter of the function says how far it has come.
__attribute__((noinline)) static void fill(char *to, int number) {
  int length = 0;
  for (int i = 0; i < 20; i++)
    if ((number >> i & 1) && length < SIZE - 1)
      to[length++] = (char)('a' + i);
  to[length] = 0;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(text)
void filled(int n) {
  char text[SIZE];
  for (int i = 0; i < n; i++) {
    fill(text, numbers[i]);
    lengths[i] += (int)strlen(text);
  }
}

static size_t decode(const char *from, const char *end, char *path) {
  size_t length = 0;
  while (from < end && *from != '?' && length + 1 < SIZE) {
    char now = *from++;
    if (now == '/' && length > 0 && path[length - 1] == '/')
      continue;
    path[length++] = (char)tolower((unsigned char)now);
  }
  while (length > 1 && path[length - 1] == '/')
    length--;
  path[length] = '\0';
  return length;
}

// What is written behind the string's array does not touch it.
static int parse(const char *line, entry *e) {
  char *end;
  e->number = (int)strtol(line, &end, 10);
  if (end == line || *end != ' ')
    return 0;
  decode(end + 1, end + strlen(end), e->name);
  e->stamp = strtol(line, &end, 16);
  return 1;
}

static int known(const char *name, size_t length, int at) {
  return strncmp(copies[at], name, length) == 0 && copies[at][length] == 0;
}

// It reads as many bytes of the name as strlen has counted.
static int look(const entry *e, int at) { return known(e->name, strlen(e->name), at) + e->number; }

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(e)
void parsed(int n, const char *const *lines) {
  entry e;
  for (int i = 0; i < n; i++) {
    if (!parse(lines[i], &e)) {
      lengths[i] = -1;
      continue;
    }
    lengths[i] = look(&e, i);
  }
}

// The result may be in a variable, and other memory may change in front of its test.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(e)
void tested_later(int n, const char *const *lines) {
  entry e;
  for (int i = 0; i < n; i++) {
    int good = parse(lines[i], &e);
    numbers[i]++;
    if (good == 1)
      lengths[i] = look(&e, i);
  }
}

__attribute__((noinline)) static int choose(char *to, int number) {
  if (number < 0) {
    strcpy(to, "negative");
    return -1;
  }
  sprintf(to, "%d", number);
  return number & 1;
}

// Each return has left one.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(text)
void on_all_returns(int n) {
  char text[SIZE];
  for (int i = 0; i < n; i++) {
    lengths[i] = choose(text, numbers[i]);
    lengths[i] += (int)strlen(text);
  }
}

static void wrap(entry *e, int number) {
  choose(e->other, number);
  fill(e->name, number);
}

// Two strings of one structure, through two functions.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(e)
void two_deep(int n) {
  entry e;
  for (int i = 0; i < n; i++) {
    wrap(&e, numbers[i]);
    lengths[i] = strcmp(e.name, e.other) + (int)strlen(e.other);
  }
}

// In an array of what a pointer leads to.
static void copy_word(entry *e, const char *from) {
  int length = 0;
  while (*from != 0 && *from != ' ' && length < SIZE - 1)
    e->name[length++] = *from++;
  e->name[length] = 0;
  e->number = length;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(e)
void of_entry(int n, const char *const *lines) {
  entry e;
  for (int i = 0; i < n; i++) {
    copy_word(&e, lines[i]);
    lengths[i] = (int)strlen(e.name) + e.number;
  }
}

// In the loop itself.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(text)
void here(int n) {
  char text[SIZE];
  for (int i = 0; i < n; i++) {
    int k = 0;
    for (int bit = 0; bit < 10; bit++)
      if (numbers[i] >> bit & 1)
        text[k++] = '1';
    text[k] = 0;
    memcpy(copies[i], text, strlen(text) + 1);
  }
}

int main(int argc, char **argv) {
  filled(argc * 100);
  parsed(argc, (const char *const *)argv);
  tested_later(argc, (const char *const *)argv);
  on_all_returns(argc * 100);
  two_deep(argc * 100);
  of_entry(argc, (const char *const *)argv);
  here(argc * 100);
  printf("%d %d %s\n", lengths[argc], numbers[argc], copies[argc]);
}
