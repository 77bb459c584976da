// What helps is about what the code does: what is read is not printed later, the time is not collected, and the count comes
// before the exits of a loop that has none.
// RUN: kasuri %s -Rkasuri-missed -o %t/out -- -w 2>&1 | FileCheck %s
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
enum { N = 4000 };
static int a[N], b[N];
static jmp_buf back;
struct node {
  struct node *next, *others[2];
  int value;
};

// CHECK: [[#@LINE+4]]:3: remark: loop stays sequential: 'fread' performs input
// CHECK: help: read all input before the loop
// CHECK-NOT: 'fread' is read
void reads(FILE *file, char *buffer) {
  for (int i = 0; i < N; i++)
    fread(buffer, 1, 4, file);
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: 'fprintf' performs input
// CHECK: help: collect the results in the loop and print them after it
void prints(FILE *file) {
  for (int i = 0; i < N; i++)
    fprintf(file, "%d\n", i);
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: 'ferror' performs input
// CHECK: help: move the call of 'ferror' out of the loop
void looks(FILE *file) {
  for (int i = 0; i < N; i++)
    a[i] = ferror(file);
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: 'gettimeofday' performs input
// CHECK: help: move the call of 'gettimeofday' out of the loop
void times(void) {
  for (int i = 0; i < N; i++) {
    struct timeval now;
    gettimeofday(&now, NULL);
    a[i] = now.tv_sec;
  }
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: 'rand' keeps hidden state
// CHECK: help: use 'rand_r', which keeps its state in an argument
void random_numbers(void) {
  for (int i = 0; i < N; i++)
    a[i] = rand();
}

static int checked(int i) {
  if (a[i] < 0) {
    a[i] = 0;
    fputs("bad\n", stdout);
    exit(1);
  }
  return a[i];
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: the loop may end early through 'checked'
// CHECK: help: have 'checked' return an error, and end the program after the loop
void ends(void) {
  for (int i = 1; i < N; i++)
    a[i - 1] = checked(i);
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: the loop may end early through 'longjmp'
// CHECK: help: leave the loop without longjmp
void jumps(void) {
  for (int i = 0; i < N; i++)
    if (a[i] < 0)
      longjmp(back, 1);
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: the loop may end early through 'break'
// CHECK: help: run all iterations, then search the results
void searches(void) {
  for (int i = 0; i < N; i++)
    if (a[i] == 7)
      break;
    else
      b[i] = 1;
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: the number of iterations is not known when the loop starts
// CHECK: also: the loop may end early through 'break'
void converges(double x) {
  for (;;) {
    double y = x / 2 + 1 / x;
    if (y == x)
      break;
    x = y;
  }
  a[0] = x;
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: the number of iterations is not known when the loop starts: 'p' follows a linked structure
// CHECK: help: collect the nodes in an array before the loop
void list(struct node *p, struct node *next) {
  for (; p; p = next) {
    next = p->others[p->value & 1];
    p->value++;
  }
}

// CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: the number of iterations is not known when the loop starts: 'p' follows a linked structure
void removed(struct node **p, struct node *one) {
  while (*p != one)
    p = &(*p)->next;
  *p = one->next;
}

// No link: the pointer is only advanced.
// CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: the number of iterations is not known when the loop starts [NotCounted]
int ended(const int *p) {
  while (*p)
    p++;
  return *p;
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: 'buffer' is read in an iteration after the one that writes it
void copies(char *to) {
  char buffer[80] = "";
  for (int i = 0; i < N; i++) {
    if (a[i] > 3)
      memcpy(buffer, a + i, 40);
    to[i] = buffer[3];
  }
}
