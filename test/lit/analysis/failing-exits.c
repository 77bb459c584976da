// Exits that are only taken because output or an allocation has failed: iterations run ahead of them.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 };
struct node { struct node *next; unsigned char v[N]; };
struct entry { struct entry *next; int key, hits; char *name; };
static struct entry *entries;
static int calls;
static FILE *to;

double work(const unsigned char *p, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s = s * 0.5 + p[i];
  return s;
}

static int put(double r) { return fwrite(&r, sizeof r, 1, to) == 1; }

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline private(r) exit([[#@LINE+6]])
// CHECK-NEXT: in order: head takes(p) leaves(p)
// CHECK-NEXT: in order: [[#@LINE+4]]
static void returned_test(struct node *p) { double r;
  for (; p; p = p->next) {
    r = work(p->v, N);
    if (!put(r))
      return;
  } }

// Each part of the condition fails.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline exit([[#@LINE+4]])
static void either(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put(r) || fputs("x", to) == EOF || fprintf(to, "%g", r) < 0 || fwrite(p->v, 1, N, to) < N)
      return;
  } }

// What has failed is in one segment with the exit.
// CHECK: loop {{.*}}:[[#@LINE+6]]:3 sequential
// CHECK: pipeline exit([[#@LINE+9]])
// CHECK-NEXT: in order: head takes(p) leaves(p)
// CHECK-NEXT: in order: [[#@LINE+5]] [[#@LINE+6]] [[#@LINE+7]] [[#@LINE+9]]
static int put_or_less(double r) { if (putc((int)r, to) == EOF) return -1; return r > 3; }
static void between(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    const int state = put_or_less(r);
    double q = work(p->v, N / 2);
    if (state < 0)
      return;
    printf("%d %g\n", state, q);
  } }

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline exit([[#@LINE+8]])
// CHECK-NEXT: in order: head takes(p) leaves(p)
// CHECK-NEXT: in order: [[#@LINE+4]] [[#@LINE+5]] [[#@LINE+6]] [[#@LINE+8]]
static void allocated(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N), *kept;
    kept = malloc(sizeof *kept);
    double q = work(p->v, N / 2);
    if (kept == NULL)
      break;
    printf("%g %g\n", r, q);
    free(kept);
  } }

// The number written, in a variable.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline exit([[#@LINE+6]])
static void counted(struct node *p, size_t n) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    size_t half = n / 2;
    size_t written = fwrite(p->v, 1, half, to);
    if (written != half)
      return;
    printf("%g\n", r);
  } }

// Null only if calloc has failed: what the search finds is not null.
static struct entry *find(int key) {
  struct entry *e;
  for (e = entries; e != NULL; e = e->next)
    if (e->key == key)
      return e;
  e = calloc(1, sizeof *e);
  if (e == NULL)
    return NULL;
  e->key = key;
  e->next = entries;
  entries = e;
  return e;
}
enum { NONE, OFTEN };
static int track(int key) {
  calls++;
  if (key < 0)
    return NONE;
  struct entry *e = find(key);
  if (e == NULL)
    return -1;
  int result = ++e->hits > 9 ? OFTEN : NONE;
  calls += result;
  return result;
}
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline exit([[#@LINE+5]])
static int tracked(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    int state = track((int)r);
    if (state < 0) {
      fprintf(stderr, "out of memory\n");
      return 1;
    }
    if (state > 0)
      printf("%g\n", r);
  }
  return 0; }

// The loop ends with the entry or with null; its name is made as well.
static struct entry *find_named(const char *name, int key) {
  struct entry *e = entries;
  while (e != NULL && (e->key != key || strcmp(e->name, name) != 0))
    e = e->next;
  if (e != NULL)
    return e;
  e = calloc(1, sizeof *e);
  if (e == NULL || (e->name = strdup(name)) == NULL)
    return NULL;
  e->next = entries;
  return entries = e;
}
static _Bool add(const char *name, int key) {
  struct entry *one = find_named(name, key);
  struct entry *other = find_named(name, key + 1);
  if (!one || !other)
    return 0;
  one->hits++, other->hits++;
  return 1;
}
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline exit([[#@LINE+4]])
static void named(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!add("name", (int)r))
      break;
  } }

// A variable that is set after a failure only, and a loop that ends.
static int put_all(double r, int n) {
  int status = 0;
  for (int i = 0; i < n; i++)
    if (putc((int)r + i, to) == EOF) {
      status = -2;
      break;
    }
  return status;
}
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline exit([[#@LINE+4]])
static void set_only(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (put_all(r, 5) != 0)
      return;
  } }

// Without a failure it goes on behind the branch.
static int put_first(double r) {
  if (putc((int)r, to) != EOF)
    return r > 3;
  fputs("output failed\n", stderr);
  return -1;
}
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline exit([[#@LINE+4]])
static void behind_success(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (put_first(r) == -1)
      return;
  } }

// One way out for all.
static int put_both(double r) {
  char *text = malloc(99);
  int status = 0;
  if (!text) {
    status = -1;
    goto out;
  }
  snprintf(text, 99, "%g", r);
  if (fputs(text, to) < 0) {
    status = -1;
    goto out;
  }
  calls++;
out:
  free(text);
  return status;
}
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline exit([[#@LINE+4]])
static void one_way_out(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (put_both(r) < 0)
      return;
  } }

int main(void) {
  struct node *all = calloc(2, sizeof *all);
  to = fopen("out", "w");
  if (!all || !to)
    return 1;
  returned_test(all), either(all), between(all), counted(all, N), named(all);
  set_only(all), behind_success(all), allocated(all), one_way_out(all);
  return tracked(all);
}
