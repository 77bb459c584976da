// Branches in pipelines: the condition may run ahead of arms that carry something.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
#include <stdio.h>

enum { N = 100 };
struct node { struct node *next; double weight; unsigned char v[N]; };
struct tally { long bad, good; double sum; };

int check(const struct node *p, double *r) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s * 0.5 + p->v[i];
  *r = s;
  return s > 3;
}

int marks(struct node *p) { // leaves something where others look
  p->next->weight += check(p, &p->weight);
  return p->weight > 3;
}

static long seen;
int counts(const struct node *p) {
  double r;
  seen++;
  return check(p, &r);
}

// The arms are in order, with and without `else`; so is what follows a `continue` in them.
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline{{$}}
// CHECK-NEXT: in order: head takes(p) leaves(p)
// CHECK-NEXT: in order: arms([[#@LINE+4]]) [[#@LINE+8]]{{$}}
void two_arms(struct node *p, struct tally *t) {
  for (; p; p = p->next) {
    double r;
    if (check(p, &r))
      t->good++;
    else
      t->bad++;
    t->sum += r;
  } }

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline{{$}}
// CHECK: in order: arms([[#@LINE+4]]) [[#@LINE+8]]{{$}}
void goes_on(struct node *p, struct tally *t) {
  for (; p; p = p->next) {
    double r;
    if (!check(p, &r)) {
      t->bad++;
      continue;
    }
    t->sum += r;
  } }

// A block is what its statements are.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline{{$}}
// CHECK: in order: arms([[#@LINE+5]]){{$}}
void in_block(struct node *p, struct tally *t) {
  for (; p; p = p->next) {
    {
      double r;
      if (check(p, &r) && r < 100)
        t->sum += r;
    }
  } }

// A condition in order, and arms that overlap.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline{{$}}
// CHECK: in order: head [[#@LINE+3]] condition([[#@LINE+4]]) takes(p) leaves(p)
void arms_overlap(struct node *p) {
  for (; p; p = p->next) {
    double r;
    if (counts(p))
      check(p, &r);
    else
      check(p->next, &r);
  } }

// A variable that arms hand on, and a condition that does not need it.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline{{$}}
// CHECK: in order: arms([[#@LINE+4]]) takes(bad) leaves(bad)
long hands_on(struct node *p) { long bad = 0;
  for (; p; p = p->next) {
    double r;
    if (!check(p, &r))
      bad++;
  }
  return bad; }

// Only `else` carries something.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline{{$}}
// CHECK: in order: arms([[#@LINE+4]]) [[#@LINE+8]]{{$}}
void in_else(struct node *p, struct tally *t) {
  for (; p; p = p->next) {
    double r;
    if (check(p, &r))
      r = 0;
    else
      t->bad = t->bad * 3 + 1;
    t->bad ^= r > 1;
  } }

// The condition looks at what the arms count.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
long looks(struct node *p) { long bad = 0;
  for (; p; p = p->next) {
    double r;
    if (bad < 10 && !check(p, &r))
      bad++;
  }
  return bad; }

// Through a pointer.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
void looks_there(struct node *p, struct tally *t) {
  for (; p; p = p->next) {
    double r;
    if (check(p, &r) + t->bad > 1)
      t->bad++;
  } }

// The condition writes what the next one reads.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
void writes(struct node *p, struct tally *t) {
  for (; p; p = p->next)
    if (marks(p))
      t->bad++; }

// The arms write what the next condition reads.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
void arms_write(struct node *p) {
  for (; p->next; p = p->next) {
    double r;
    if (check(p, &r))
      p->next->v[0] = 1;
  } }

// The arms decide which node is next.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
void decides(struct node *p) {
  while (p) {
    double r;
    if (check(p, &r))
      p = p->next;
    else
      p = p->next ? p->next->next : 0;
  } }

// An arm that leaves the loop: its condition decides whether there is a next iteration.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
void leaves(struct node *p, struct tally *t) {
  for (; p; p = p->next) {
    double r;
    if (check(p, &r)) {
      t->bad++;
      break;
    }
  } }

// In one arm of two: nothing tells which.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
void may_leave(struct node *p, struct tally *t) {
  for (; p; p = p->next) {
    double r;
    if (check(p, &r)) {
      if (t->bad++ > 5)
        return;
    }
  } }

int main(void) {
  static struct node all[3];
  all[0].next = &all[1], all[1].next = &all[2];
  struct tally t = {0};
  two_arms(all, &t), in_else(all, &t), goes_on(all, &t), in_block(all, &t), arms_overlap(all);
  writes(all, &t), arms_write(all), decides(all), leaves(all, &t), may_leave(all, &t), looks_there(all, &t);
  printf("%ld %ld %g %ld %ld\n", hands_on(all) + looks(all), t.bad, t.sum, t.good, seen);
  return 0;
}
