// Exits that data may decide, though output or an allocation plays a part: nothing runs ahead.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -DMEMORY_FILE | FileCheck %s --check-prefix=FILE
// CHECK-NOT: {{^}}  pipeline
// FILE-NOT: {{^}}  pipeline
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { N = 100 };
struct node { struct node *next; size_t n; unsigned char v[N]; };
struct entry { struct entry *next; int key; };
static struct entry *entries;
static FILE *to;
static int count;

double work(const unsigned char *p, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s = s * 0.5 + p[i];
  return s;
}

static int put(double r) { return fwrite(&r, sizeof r, 1, to) == 1; }

// Nothing is written of items without bytes.
static void empty_items(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (fwrite(p->v, p->n, 1, to) != 1)
      return;
    printf("%g\n", r);
  } }

// It says no by the data as well.
static int put_small(double r) { if (r > 3) return 0; return put(r); }
static void refused(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put_small(r))
      return;
  } }

// The variable has been changed in between.
static void changed_value(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    int is_good = put(r);
    if (r > 3)
      is_good = 0;
    if (!is_good)
      return;
  } }
static void changed_value_beside(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    int is_good = put(r);
    is_good &= r < 3;
    if (!is_good)
      return;
  } }

static void maybe_changed(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    int is_good = 0;
    (void)(r < 3 && (is_good = put(r)));
    if (!is_good)
      return;
  } }

// The count has been changed in between.
static void changed_count(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    size_t n = N / 2;
    size_t written = fwrite(p->v, 1, n, to);
    n += r > 3;
    if (written != n)
      return;
  } }
static void changed_count_at_once(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    size_t n = N / 2, written;
    if ((written = fwrite(p->v, 1, n, to), n = (size_t)r, written) != n)
      return;
  } }

// A conversion makes large numbers negative, or loses what they are.
static signed char text_of(double r) { return (signed char)fprintf(to, "%g", r); }
static void narrowed(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (text_of(r) < 0)
      return;
  } }
static void narrowed_to_zero(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!(unsigned char)fwrite(p->v, 1, 256, to))
      return;
    printf("%g\n", r);
  } }
static void as_unsigned(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if ((unsigned)fprintf(to, "%g", r) > 5)
      return;
  } }

// No characters are no failure.
static void no_characters(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (fprintf(to, "%.*s", (int)r, "text") <= 0)
      return;
  } }

// It may be another function.
static int is_small(double r) { return r < 3; }
static int (*say)(double) = put;
static void by_pointer(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!say(r))
      return;
  } }

// It calls itself.
static int put_parts(double r, int n) {
  if (n == 0)
    return put(r);
  return put_parts(r, n - 1) && put_parts(r * 2, n - 1);
}
static void recursive(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put_parts(r, 2))
      return;
  } }

// Null by the data as well.
static void no_memory_wanted(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    int *made = r > 3 ? NULL : malloc(sizeof *made);
    if (!made)
      return;
    free(made);
  } }
static struct entry *find(int key) {
  for (struct entry *e = entries; e != NULL; e = e->next)
    if (e->key == key)
      return e;
  return NULL;
}
static void not_found(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!find((int)r))
      return;
  } }
static struct entry *next_of(int key) { // what is behind the test is another one
  for (struct entry *e = entries; e != NULL; e = e->next)
    if (e->key == key) {
      e = e->next;
      return e;
    }
  return calloc(1, sizeof(struct entry));
}
static void null_behind_test(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!next_of((int)r))
      return;
  } }
static struct entry *next_at_once(int key) { // in the test
  struct entry *e = entries;
  if (e != NULL && (e = e->next, key > 3))
    return e;
  return calloc(1, sizeof(struct entry));
}
static void null_behind_half(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!next_at_once((int)r))
      return;
  } }
static struct entry *last_of(int key) { // the loop ends with null
  struct entry *e = calloc(1, sizeof *e);
  if (!e)
    return NULL;
  for (e = entries; e; e = e->next)
    if (e->key < key)
      break;
  return e;
}
static void null_behind_loop(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!last_of((int)r))
      return;
  } }

// Some characters cannot be written.
static void wide(struct node *p) {
  static const wchar_t letter[] = {0x7fffffff, 0};
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (fprintf(to, "%ls", letter) < 0)
      return;
    printf("%g\n", r);
  } }
// -1 is the word, and EOF is not put back.
static void word(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (putw((int)r, to) < 0)
      return;
  } }
static void put_back(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (ungetc((int)r, to) == EOF)
      return;
  } }

// There is no way on but through a failure.
static int put_for_ever(double r) {
  for (;;)
    if (putc((int)r, to) == EOF)
      return -1;
}
static void until_full(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (put_for_ever(r) < 0)
      return;
  } }

// A failure in an older iteration, by a variable or by memory.
static void later(struct node *p) { int is_bad = 0;
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (is_bad)
      return;
    is_bad = !put(r);
  } }
static void later_by_data(struct node *p) { int is_bad = 0;
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (r < 3)
      is_bad = !put(r);
    if (is_bad && r > 2)
      return;
  } }
static int has_failed;
static void remembered(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put(r))
      has_failed = 1;
    if (has_failed)
      return;
  } }

// Success ends it.
static void succeeds(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (put(r))
      return;
  } }
static int sign_of(double r) { if (putc((int)r, to) != EOF) return -1; return 0; }
static void succeeds_below(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (sign_of(r) < 0)
      return;
  } }

static int put_and_count(double r) { if (putc((int)r, to) == EOF) count++; return -1; }
static void anyhow(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (put_and_count(r) < 0)
      return;
  } }

// Only one part of the condition fails; both outcomes of one part matter.
static void or_data(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put(r) || r > 3)
      return;
  } }
static void compared(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (put(r) != (r > 3))
      return;
  } }

// Control comes to the return by a jump around the test, into the middle, or out of it.
static int put_into(double r) {
  int i = 0;
  if (r > 3)
    goto middle;
  for (; i < 5; i++) {
    if (!put(r)) {
    middle:
      return 0;
    }
  }
  return 1;
}
static void jumps_into(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put_into(r))
      return;
  } }
static int put_or_jump(double r) {
  if (r > 3)
    goto bad;
  if (put(r))
    return 1;
bad:
  return 0;
}
static void jumps(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put_or_jump(r))
      return;
  } }
static int put_or_break(double r, int n) {
  int state = 1;
  for (int i = 0; i < n; i++) {
    if (r > i) {
      state = 0;
      break;
    }
    if (!put(r))
      return 0;
  }
  return state;
}
static void breaks(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put_or_break(r, 5))
      return;
  } }
static int put_in_switch(double r) {
  int state = 1;
  switch ((int)r) {
  case 1:
    state = 0;
    break;
  case 2:
    if (!put(r))
      return 0;
  }
  return state;
}
static void switches(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put_in_switch(r))
      return;
  } }

// Somebody else may set the variable.
static void set(int *state, double r) { *state = r > 3; }
static void by_address(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    int is_good = put(r);
    set(&is_good, r);
    if (!is_good)
      return;
  } }

// Input fails because there is no more.
static void input(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (fread(&r, sizeof r, 1, to) != 1)
      return;
  } }

// This one is an exit by failure, unless the file ends in memory.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline exit([[#@LINE+4]])
static void plain(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (!put(r))
      return;
  } }

// All before the exit is in order, and what is behind it may overlap.
// FILE: loop {{.*}}:[[#@LINE+6]]:3 sequential
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline exit([[#@LINE+6]])
// CHECK-NEXT: in order: head [[#@LINE+4]] [[#@LINE+5]] takes(p) leaves(p)
// CHECK-NEXT: in order: [[#@LINE+7]]
static void by_data(struct node *p) {
  for (; p; p = p->next) {
    double r = work(p->v, N);
    if (r > 3)
      return;
    double q = work(p->v, N / 2);
    printf("%g\n", q);
  } }

int main(int argc, char **argv) {
  struct node *all = calloc(2, sizeof *all);
  to = fopen("out", "w+");
  if (!all || !to)
    return 1;
  if (argc > 1)
    say = is_small;
#ifdef MEMORY_FILE
  static char memory[N];
  to = fmemopen(memory, N, "w");
#endif
  empty_items(all), maybe_changed(all), null_behind_half(all), anyhow(all), jumps_into(all), by_data(all), later_by_data(all);
  refused(all), changed_value(all), changed_value_beside(all), changed_count(all);
  changed_count_at_once(all), narrowed(all), narrowed_to_zero(all), as_unsigned(all), no_characters(all);
  by_pointer(all), recursive(all), no_memory_wanted(all), not_found(all), null_behind_test(all);
  null_behind_loop(all), wide(all), word(all), put_back(all), until_full(all), later(all), remembered(all);
  succeeds(all), succeeds_below(all), or_data(all), compared(all), jumps(all), breaks(all), switches(all);
  by_address(all), input(all), plain(all);
}
