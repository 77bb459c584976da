// Loops as pipelines: what runs in order, what iterations hand on, and what may run ahead of an exit.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
// RUN: kasuri %s --dump=analysis --dump-function=filled --stop-after=analysis -- -DAGAIN | FileCheck %s --check-prefix=AGAIN
// RUN: kasuri %s --dump=analysis --dump-function=filled --stop-after=analysis -- -DIN_BRANCH | FileCheck %s --check-prefix=AGAIN
// RUN: kasuri %s --dump=analysis --dump-function=filled --stop-after=analysis -- -DIN_ONE | FileCheck %s --check-prefix=AGAIN
// AGAIN-NOT: {{^}}  pipeline
#include <stdio.h>
#include <stdlib.h>

double work(const unsigned char *p, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s = s * 0.5 + p[i];
  return s;
}

size_t keep(const unsigned char *p, size_t n, unsigned char *out) {
  size_t m = 0;
  for (size_t i = 0; i < n; i++)
    if (p[i])
      out[m++] = p[i];
  return m;
}

size_t skip(const unsigned char *p, size_t n, unsigned char *out) { // leaves a gap
  size_t m = 0;
  for (size_t i = 0; i < n; i++)
    if (p[i])
      out[++m] = p[i];
  return m;
}

enum { N = 100 };
FILE *in, *to;

// What each iteration reads, up to where the input has filled it, is its own; and so is what it fills.
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline private(n) private(a) private(b) exit([[#@LINE+7]]) reads ahead
// CHECK-NEXT: in order: head takes(total) leaves(total + 1)
// CHECK-NEXT: in order: [[#@LINE+5]]
static int filled(size_t n) { unsigned char a[N], b[N]; int total = 0;
  while ((n = fread(a, 1, N, in)) > 0) {
    size_t m = keep(a, n, b);
    total++;
    if (fwrite(b, 1, m, to) != m)
      return -1;
  }
  return ferror(in) ? -1 : total; }

// A gap has what an earlier iteration has left there.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void gap(size_t n) { unsigned char a[N], b[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    size_t m = skip(a, n, b);
    fwrite(b, 1, m, to);
  } }

// Not only the end of output decides: the exit comes before all of later iterations.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void by_data(size_t n) { unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, n);
    if (r > 3)
      break;
    printf("%g\n", r);
  } }

// More was to be written than is compared.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void other_count(size_t n) { unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, n);
    if (fwrite(&r, 1, sizeof r, to) != n)
      break;
  } }

// Somebody goes on reading behind the loop, as with -DAGAIN behind the call of `filled`.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static int reads_on(size_t n) { unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, n);
    if (fwrite(&r, 1, sizeof r, to) != sizeof r)
      break;
  }
  return getc(in); }

// A position in a file is neither input nor output alone.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void seeks(size_t n) { unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, n);
    fseek(to, (long)r, SEEK_SET);
  } }

// The value of the exiting iteration is needed behind the loop, and later ones change it.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void tells(size_t n) { unsigned char a[N]; int k = 0;
  while ((n = fread(a, 1, N, in)) > 0) {
    k++;
    double r = work(a, n);
    if (fwrite(&r, 1, sizeof r, to) != sizeof r) {
      printf("%d\n", k);
      return;
    }
  } }

// A list: each iteration takes its node from the one before.
struct node { struct node *next; unsigned char v[N]; };
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline{{$}}
// CHECK-NEXT: in order: head takes(p) leaves(p)
// CHECK-NEXT: in order: [[#@LINE+4]] [[#@LINE+5]] takes(odd) takes(sum) leaves(odd) leaves(sum)
static void list(struct node *all) { int odd = 0; double sum = 0;
  for (struct node *p = all; p; p = p->next) {
    double r = work(p->v, N);
    odd += r > 1;
    sum += r;
  }
  printf("%d %g\n", odd, sum); }

// Accesses to volatile memory and output are seen in one order.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void watched(struct node *all, volatile int *mark) {
  for (struct node *p = all; p; p = p->next) {
    *mark = 1;
    double r = work(p->v, N);
    printf("%g\n", r);
  } }

// What is written does not go ahead of what was read before it.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void asks(struct node *all) {
  for (struct node *p = all; p; p = p->next) {
    fputc(p->v[0], to);
    double r = work(p->v, N);
    fread(p->v, 1, N, in);
    printf("%g\n", r);
  } }

// The next node is what the work has decided.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void decided(struct node *p) {
  while (p) {
    double r = work(p->v, N);
    printf("%g\n", r);
    p = r > 3 ? p->next : p->next->next;
  } }

// The last value is left where it is set, if nothing goes round that.
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline{{$}}
// CHECK-NEXT: in order: head takes(p) leaves(p)
// CHECK-NEXT: in order: [[#@LINE+4]] leaves(r)
static double last(struct node *p) { double r = 0;
  for (; p; p = p->next) {
    r = work(p->v, N);
    printf("%g\n", r);
  }
  return r; }

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static double goes_round(struct node *p) { double r = 0;
  for (; p; p = p->next) {
    if (p->v[0])
      continue;
    r = work(p->v, N);
    printf("%g\n", r);
  }
  return r; }

int main(void) {
  struct node *all = calloc(2, sizeof *all);
  if (!all)
    return 1;
  in = fopen("in", "r");
  to = fopen("out", "w");
  gap(0), by_data(0), other_count(0), seeks(0), tells(0), reads_on(0);
  int mark;
  list(all), watched(all, &mark), asks(all), decided(all);
  printf("%g %g\n", last(all), goes_round(all));
#if defined(AGAIN)
  filled(0);
  return getc(in);
#elif defined(IN_BRANCH)
  if (filled(0))
    return getc(in);
#elif defined(IN_ONE)
  return filled(0) + getc(in);
#else
  return filled(0);
#endif
  return 0;
}
