// Lines of getline that iterations of a pipeline have for themselves.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct field { const char *text; size_t length; unsigned hash; };
struct tally { unsigned long lines, bad, hash; const char *longest; };

unsigned work(const char *p, size_t n) {
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = (h ^ (unsigned char)p[i]) * 31;
  return h;
}

int split(const char *line, struct field *f) {
  const char *end = strchr(line, ' ');
  if (end == NULL)
    return 0;
  f->text = line;
  f->length = (size_t)(end - line);
  f->hash = work(line, f->length);
  return 1;
}

int keep(const char *line, struct tally *t) { // the pointer outlives the iteration
  t->longest = line;
  return work(line, strlen(line)) > 3;
}

// Each iteration has its own line, and what points into it.
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline line(line, size) reads ahead
// CHECK-NEXT: in order: head [[#@LINE+4]]{{$}}
// CHECK-NEXT: in order: arms([[#@LINE+5]]) [[#@LINE+9]] [[#@LINE+10]]{{$}}
static void fields(FILE *in, struct tally *t) { char *line = NULL; size_t size = 0;
  while (getline(&line, &size, in) != -1) {
    t->lines++;
    struct field f;
    if (!split(line, &f)) {
      t->bad++;
      continue;
    }
    t->hash ^= f.hash;
    printf("%.*s\n", (int)f.length, f.text);
  }
  free(line); }

// What is short between two segments is in one with them.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline line(line, size)
// CHECK-NEXT: in order: head [[#@LINE+3]] [[#@LINE+4]] [[#@LINE+5]]{{$}}
static void between(FILE *in, struct tally *t) { char *line = NULL; size_t size = 0;
  while (getline(&line, &size, in) != -1) {
    unsigned first = (unsigned char)line[0];
    first = first * 3 + 1;
    t->lines += first & 1;
    unsigned h = work(line, first);
    printf("%u\n", h);
  } }

// Never freed, declared in an outer loop, and with another end.
// CHECK: loop {{.*}}:[[#@LINE+7]]:5 sequential
// CHECK: pipeline line(line, size)
static void parts(FILE *in, struct tally *t) {
  for (int i = 0; i < 3; i++) {
    char *line;
    size_t size;
    line = NULL;
    while (getdelim(&line, &size, ';', in) > 0) {
      unsigned h = work(line, strlen(line));
      printf("%u\n", t->hash ^= h);
    }
  } }

// The line is null in front of the first loop only.
// CHECK: loop {{.*}}:[[#@LINE+4]]:5 sequential
// CHECK-NOT: {{^}}  pipeline
static void again(FILE *in) { char *line = NULL; size_t size = 0;
  for (int i = 0; i < 3; i++)
    while (getline(&line, &size, in) != -1)
      printf("%u\n", work(line, strlen(line)));
  free(line); }

// It has memory in front of the loop.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void begins(FILE *in) { size_t size = 100; char *line = malloc(size);
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  }
  free(line); }

// Nothing sets it: getline gets what it finds.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void unset(FILE *in) { size_t size = 0; char *line;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  }
  free(line); }

// Or only sometimes.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void may_be_set(FILE *in, int k) { size_t size = 0; char *line;
  if (k) line = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  }
  free(line); }

// The last line is read behind the loop.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void last(FILE *in) { size_t size = 0; char *line = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  }
  puts(line);
  free(line); }

// Whether there was one is.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void any(FILE *in) { size_t size = 0; char *line = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  }
  if (line) puts("some"); }

// The size of the block is printed, in the loop and behind it.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void size_in_loop(FILE *in) { size_t size = 0; char *line = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u %zu\n", h, size);
  } }

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void size_behind(FILE *in) { size_t size = 0; char *line = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  }
  printf("%zu\n", size); }

// The line of the iteration before is looked at.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void before(FILE *in) { size_t size = 0; char *line = NULL;
  for (; getline(&line, &size, in) != -1; putchar(line[0])) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  } }

// A pointer into it stays in memory of the caller, of the program, of an earlier iteration.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void kept(FILE *in, struct tally *t) { size_t size = 0; char *line = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
    if (keep(line, t))
      t->bad++;
  } }

static const char *first;
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void named(FILE *in) { size_t size = 0; char *line = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    if (!first) first = line;
    printf("%u\n", h);
  } }

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void same_block(FILE *in) { size_t size = 0; char *line = NULL; const char *older = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    if (older) printf("%c\n", older[0]);
    older = line;
    printf("%u\n", h);
  } }

// Its address is printed.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void shown(FILE *in) { size_t size = 0; char *line = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u %lu\n", h, (unsigned long)line % 64);
  } }

// The iteration takes the memory for itself.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void taken(FILE *in) { size_t size = 0; char *line = NULL;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
    free(line);
    line = NULL;
  } }

// Somebody else has the variable's address.
static char **place;
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void by_address(FILE *in) { size_t size = 0; char *line = NULL; place = &line;
  while (getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  } }

// Only in some iterations there is a new line.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void sometimes(FILE *in, int n) { size_t size = 0; char *line = NULL;
  while (n-- > 0 && getline(&line, &size, in) != -1) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  } }

// The body runs without a new line, too.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void untested(FILE *in, int n) { size_t size = 0; char *line = NULL;
  while (getline(&line, &size, in) != 0 && n > 0) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
    n--;
  } }

// Minus one is a large number here.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void large(FILE *in) { size_t size = 0, n; char *line = NULL;
  while ((n = getline(&line, &size, in)) > 0) {
    unsigned h = work(line, strlen(line));
    printf("%u\n", h);
  } }

int main(void) {
  struct tally t = {0};
  fields(stdin, &t), between(stdin, &t), parts(stdin, &t), kept(stdin, &t);
  again(stdin), begins(stdin), unset(stdin), may_be_set(stdin, t.bad > 1), last(stdin), any(stdin), size_in_loop(stdin);
  size_behind(stdin), before(stdin), named(stdin), same_block(stdin), shown(stdin), taken(stdin), by_address(stdin);
  sometimes(stdin, 3), untested(stdin, 3), large(stdin);
  printf("%lu %lu %lu %s %s %d\n", t.lines, t.bad, t.hash, t.longest, first, place != NULL);
  return 0;
}
