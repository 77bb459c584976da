// Of a sequential loop with calls or inner loops the remark says why it is no pipeline: what must run in order, how much
// of an iteration that is, which lines hand it on, and what would help. The report has the same.
// RUN: rm -rf %t && kasuri %s --cores=4 -Rkasuri-missed --report=%t 2>&1 | FileCheck %s
// RUN: python3 %S/Inputs/check_schema.py %S/../../../docs/formats/report.schema.json %t/report.json
// RUN: python3 %S/Inputs/list_no_pipeline.py %t/report.json | FileCheck %s --check-prefix=JSON
// RUN: FileCheck %s --check-prefix=HTML < %t/report.html
// RUN: python3 %S/Inputs/check_page.py %t/report.html %t/report.json
// RUN: python3 %S/Inputs/check_sarif.py %t/report.sarif | FileCheck %s --check-prefix=SARIF
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };
struct coder {
  unsigned history;
};
static FILE *in, *to;
static unsigned scratch[N];

static double work(const unsigned char *p, size_t n) {
  double s = 0;
  for (size_t k = 0; k < 20; k++)
    for (size_t i = 0; i < n; i++) // the only statement of a loop around it: no note there
      s = s * 0.5 + p[i];
  return s;
}
// CHECK: [[#@LINE-5]]:3: remark: loop stays sequential
// CHECK-NOT: no pipeline

static double code(struct coder *c, const unsigned char *p, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s = s * 0.5 + p[i] + c->history;
  c->history += (unsigned)s;
  return s;
}

// One function has both ends.
// CHECK: [[#@LINE+8]]:3: remark: loop stays sequential
// CHECK: [[#@LINE-6]]:{{[0-9]+}}: note: no pipeline: line [[#@LINE+8]] ({{[0-9]+}} % of an iteration) hands on 'c->history', which line [[#@LINE+8]] writes and the same line of the next iteration reads [NoPipeline]
// CHECK: [[#@LINE+6]]:3: note: help: split 'code' so that the part that updates 'c->history' is a call of its own
// JSON: [[#@LINE+5]] NoPipeline no pipeline: line [[#@LINE+6]]
// HTML: no pipeline: line [[#@LINE+5]] {{.*}} of an iteration) hands on &#39;c-&gt;history&#39;
// SARIF: [[#@LINE+3]]:3 {{.*}}no pipeline: line [[#@LINE+4]]
static void in_one(struct coder *c, size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = code(c, a, n);
    printf("%g\n", r);
  }
}

// CHECK: [[#@LINE+5]]:3: remark: loop stays sequential
// CHECK: note: no pipeline: lines [[#@LINE+5]] to [[#@LINE+7]] ({{[0-9]+}} % of an iteration) hand on 'c->history', which line [[#@LINE+7]] writes and line [[#@LINE+5]] of the next iteration reads
// CHECK: note: help: move the statements that read and write 'c->history' next to each other
static void apart(struct coder *c, size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    unsigned before = c->history;
    double r = work(a, n) + before;
    c->history = (unsigned)r;
    printf("%g\n", r);
  }
}

// CHECK: note: no pipeline: lines [[#@LINE+4]] to [[#@LINE+6]] ({{[0-9]+}} % of an iteration) keep their order: line [[#@LINE+6]] and line [[#@LINE+4]] of the next iteration perform input or output
// CHECK: note: help: read in the loop's head or first statement
static void files(size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, n);
    fseek(to, (long)r, SEEK_SET);
  }
}

// CHECK: note: no pipeline: lines [[#@LINE+4]] to [[#@LINE+7]] ({{[0-9]+}} % of an iteration) run in order because the loop may end on line [[#@LINE+6]]
// CHECK: note: help: test for the exit before the statements that take long
static void by_data(size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, n);
    if (r > 3)
      break;
    printf("%g\n", r);
  }
}

// CHECK: note: no pipeline: lines [[#@LINE+5]] to {{[0-9]+}} ({{[0-9]+}} % of an iteration) run in order because what runs after the exit on line [[#@LINE+8]] uses what they change
// CHECK: note: help: use no variable that the loop changes
static void tells(size_t n) {
  unsigned char a[N];
  int k = 0;
  while ((n = fread(a, 1, N, in)) > 0) {
    k++;
    double r = work(a, n);
    if (fwrite(&r, 1, sizeof r, to) != sizeof r) {
      printf("%d\n", k);
      return;
    }
  }
}

// CHECK: [[#@LINE+8]]:9: note: no pipeline: the loop may end on line [[#@LINE+8]], in the middle of a statement of its body
// CHECK: note: help: set a flag there
static void inside(size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, n);
    if (r > 1) {
      if (r > 3)
        break;
      printf("%g\n", r);
    }
  }
}

// CHECK: [[#@LINE+6]]:5: note: no pipeline: line [[#@LINE+6]] uses errno, of which each core has its own
// CHECK: note: help: test the result of the call instead of errno
static void names_errno(size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, n);
    if (errno)
      printf("%g\n", r);
  }
}

// CHECK: [[#@LINE+7]]:7: note: no pipeline: 'exit', called on line [[#@LINE+7]], may end the program
// CHECK: note: help: return an error instead
static void ends(size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, n);
    if (r > 3)
      exit(1);
    printf("%g\n", r);
  }
}

// CHECK: [[#@LINE+5]]:3: note: no pipeline: 'goto' on line [[#@LINE+5]] makes the control flow irregular
// CHECK: note: help: rewrite it with structured loops and branches
static void jumps(size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
  again:
    if (work(a, n) > 3) {
      n--;
      goto again;
    }
    printf("%zu\n", n);
  }
}

// CHECK: [[#@LINE+5]]:5: note: no pipeline: lines [[#@LINE+4]] to [[#@LINE+7]] (100 % of an iteration) keep their order because '*mark' is volatile
// CHECK: note: help: access '*mark' next to the output
static void watched(volatile int *mark, size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    *mark = 1;
    double r = work(a, n);
    printf("%g\n", r);
  }
}

// CHECK: [[#@LINE+6]]:5: note: no pipeline: lines [[#@LINE+3]] to [[#@LINE+6]] (100 % of an iteration) hand on 'p', which line [[#@LINE+6]] writes and line [[#@LINE+3]] of the next iteration reads
// CHECK: note: help: move the statements that read and write 'p' next to each other
static void decided(const unsigned char *p) {
  while (*p) {
    double r = work(p, N);
    printf("%g\n", r);
    p += r > 3 ? 1 : 2;
  }
}

// CHECK: note: no pipeline: lines [[#@LINE+5]] to [[#@LINE+9]] ({{[0-9]+}} % of an iteration) hand on 'scratch[{{.*}}]', which line [[#@LINE+6]] writes and line [[#@LINE+9]] of the next iteration reads [NoPipeline]
// CHECK: note: help: move the statements
static void reuses(size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    for (size_t i = 0; i < n; i += 2)
      scratch[a[i]] = a[i];
    double r = work(a, n);
    for (size_t i = 0; i < n; i++)
      r += scratch[i];
    printf("%g\n", r);
  }
}

// The plan has no use for it.
// CHECK: [[#@LINE+6]]:5: note: no pipeline: it is not profitable, estimated 1.{{[0-9]+}} times faster on 4 cores and at most 1.{{[0-9]+}} times faster on any number; the longest ordered segment, lines [[#@LINE+6]] to [[#@LINE+7]], is {{9[0-9]}} % of an iteration [NoPipeline]
// CHECK: note: help: move what need not keep its order out of lines [[#@LINE+5]] to [[#@LINE+6]]
static void prints(size_t n) {
  unsigned char a[N];
  while ((n = fread(a, 1, N, in)) > 0) {
    double r = work(a, 4);
    for (int i = 0; i < 50; i++)
      printf("%g\n", r);
  }
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 1;
  in = fopen(argv[1], "r");
  to = fopen(argv[2], "w");
  struct coder c = {0};
  int mark = 0;
  in_one(&c, 0), apart(&c, 0), files(0), by_data(0), tells(0), inside(0), names_errno(0), ends(0);
  jumps(0), watched(&mark, 0), decided((const unsigned char *)argv[3]), reuses(0), prints(0);
  return 0;
}
