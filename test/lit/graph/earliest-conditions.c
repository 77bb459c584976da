// Earliest executable conditions, each worked out by hand as by Honda, Iwata and Kasahara (1990): a
// task may start when the branch that it depends on is decided towards it, and everything whose
// result it needs is complete or known not to run.
// RUN: kasuri %s --dump=graph --stop-after=graph -- | FileCheck %s
double p, q, r, s;
double work(double x) {
  for (int i = 0; i < 900; i++)
    x = x * 0.5 + i;
  return x;
}

// Only the statement of the arm that is read, not the arm.
// CHECK-LABEL: in one_of_an_arm
// CHECK: T3 {{.*}} if C0: C0
// CHECK: T4 {{.*}}: T1 or not C0 (reads 8 bytes of T1)
// CHECK: T5 {{.*}}: (T2 or not C0) and (T3 or not C0) (reads 8 bytes of T3)
void one_of_an_arm(int mode) {
  if (mode > 2) {
    p = work(1);
    q = work(2);
    r = work(3);
  }
  s = work(p);
  q = work(r); // and what was written there before is overwritten
}

// Either arm sets it: each is complete, or the branch went the other way.
// CHECK-LABEL: in either_arm
// CHECK: T5 {{.*}}: (T1 or not C0) and (T3 or C0)
void either_arm(int mode) {
  if (mode > 2) {
    p = work(1);
    q = work(2);
  } else {
    p = work(3);
    r = work(4);
  }
  s = work(p);
}

// Known not to run by any branch above it.
// CHECK-LABEL: in deep_inside
// CHECK: C3 condition {{.*}} if C0: C0
// CHECK: T6 {{.*}}: (T1 or not C0) and (T5 or not C3 or not C0) (reads 8 bytes of T5)
void deep_inside(int mode) {
  if (mode > 2) {
    p = work(1);
    q = work(2);
    if (mode > 4) {
      r = work(3);
      s = work(4);
    }
  }
  p = work(s);
}

// The first call is not implied by the second, which may not run. (A branch with one call is a task
// of its own; this one has two.)
// CHECK-LABEL: in not_implied
// CHECK: T2 {{.*}} if C1: C1 and T0
// CHECK: T4 {{.*}}: T0 and (T2 or not C1)
void not_implied(int mode) {
  p = work(1);
  if (mode > 2) {
    q = work(p);
    r = work(2);
  }
  s = work(p + q);
}

// Within the arm it is: it runs only if the other does.
// CHECK-LABEL: in implied_within
// CHECK: T3 {{.*}} if C1: T2 (reads
void implied_within(int mode) {
  p = work(1);
  if (mode > 2) {
    q = work(p);
    r = work(p + q);
  }
}

// What the condition reads is overwritten when it has been evaluated, whatever its outcome.
// CHECK-LABEL: in condition_is_read
// CHECK: C1 condition {{.*}}: T0
// CHECK: T4 {{.*}}: T1
void condition_is_read(void) {
  p = work(1);
  if (p > 2) {
    q = work(2);
    r = work(3);
  }
  p = work(4);
}

// A switch: one of several arms, or none.
// CHECK-LABEL: in several_arms
// CHECK: T1 {{.*}} if C0 = 0: C0 = 0
// CHECK: T2 {{.*}} if C0 = 0: C0 = 0
// CHECK: T3 {{.*}} if C0 = 1: C0 = 1
// CHECK: T4 {{.*}} if C0 = 1: T3
// CHECK: T5 {{.*}} if C0 = 2: C0 = 2
// CHECK: T6 {{.*}}: (T1 or C0 is not 0) and (T3 or C0 is not 1) (reads
// CHECK: T7 {{.*}}: (T2 or C0 is not 0) and (T4 or C0 is not 1) and (T5 or C0 is not 2) (reads
void several_arms(int mode) {
  switch (mode) {
  case 1:
    p = work(1);
    q = work(2);
    break;
  case 2:
  case 5: {
    p = work(3);
    r = work(p);
    break;
  }
  default:
    r = 1;
  }
  s = work(p);
  q = work(r);
}

// One arm falls into the next: the switch is one task.
// CHECK-LABEL: in falls_through
// CHECK-NOT: C0
// CHECK: T1 {{.*}}: T0 (reads
void falls_through(int mode) {
  switch (mode) {
  case 1:
    p = work(1);
    q = work(2);
  case 2:
    r = work(4);
  }
  s = work(p);
}

// Behind a return, tasks wait for the condition and not for what is in front of it.
// CHECK-LABEL: in early_return, across exits
// CHECK: C1 condition {{.*}}, stays if not C1: at once
// CHECK: T2 {{.*}} if not C1: not C1
// CHECK: T3 {{.*}} if not C1: T0 and T2
int early_return(int mode) {
  p = work(1);
  if (mode < 0)
    return -1;
  q = work(2);
  r = work(p + q);
  return 0;
}

// Each condition behind the other; the arm that stays is a branch of its own.
// CHECK-LABEL: in two_exits, across exits
// CHECK: C2 condition {{.*}}, stays if not C2: T0
// CHECK: T3 {{.*}} if not C2: not C2
// CHECK: C4 condition {{.*}} if not C2, stays if C4: not C2 and T1 (reads
// CHECK: T5 {{.*}} if C4: C4
// CHECK: T6 {{.*}} if C4: C4
// CHECK: T7 {{.*}} if C4: T5 (reads
int two_exits(void) {
  p = work(1);
  q = work(2);
  if (p < 1)
    return -1;
  r = work(3);
  if (q > 1) {
    s = work(4);
    p = work(5);
  } else {
    r = 0;
    return -2;
  }
  q = work(s);
  return 0;
}

// Statements that a goto leaves for what is right behind them.
// CHECK-LABEL: in goes_out, across exits
// CHECK: T0 {{.*}}: at once
// CHECK: C1 condition {{.*}}, stays if not C1: at once
// CHECK: T2 {{.*}} if not C1: not C1
// CHECK: T3 {{.*}} if not C1: not C1 and T0 (reads
void goes_out(int mode) {
  p = work(1);
  if (mode == 9)
    goto out;
  q = work(2);
  r = work(p);
out:
  s = 0;
}

// The body of a loop, left for its next iteration.
// CHECK-LABEL: in goes_on, across exits
// CHECK: C1 condition {{.*}}, stays if not C1: at once
// CHECK: T2 {{.*}} if not C1: not C1
void goes_on(int *mode) {
  for (int i = 0; i < 50; i++) {
    p = work(p);
    if (mode[i] == 9)
      continue;
    q = work(q);
  }
}

// A search loop is one task: what is behind it waits for how it ends, not for what is in front of it.
// CHECK-LABEL: in search, across exits
// CHECK: T0 {{.*}}: at once
// CHECK: T1 repetition {{.*}}, may leave: at once
// CHECK: T2 {{.*}} if T1 stays: T1 stays
// CHECK: T3 {{.*}} if T1 stays: T0 and T2 (reads
int search(const int *found, int n) {
  p = work(1);
  for (int i = 0; i < n; i++)
    if (found[i])
      return i;
  q = work(2);
  r = work(p + q);
  return -1;
}

// That it stays says that what it writes is there, too; and it waits for what it reads itself.
// CHECK-LABEL: in search_with_result, across exits
// CHECK: T1 repetition {{.*}}, may leave: T0 (reads 8 bytes of T0)
// CHECK: T2 {{.*}} if T1 stays: T1 stays
int search_with_result(const int *found, int n) {
  p = work(1);
  for (int i = 0; i < n; i++) {
    if (found[i])
      return i;
    q = p + i;
  }
  r = work(q);
  return -1;
}

// Arms of which only some ways leave; one such statement behind another.
// CHECK-LABEL: in some_ways, across exits
// CHECK: T1 {{.*}}: at once
// CHECK: T2 block {{.*}}, may leave: at once
// CHECK: T3 {{.*}} if T2 stays: T2 stays
// CHECK: T4 block {{.*}} if T2 stays, may leave: T2 stays
// CHECK: T5 {{.*}} if T4 stays: T4 stays and T1 and T3 (reads
int some_ways(int mode) {
  p = work(1);
  s = work(4);
  if (mode < 0) {
    if (mode < -7)
      return 1;
    r = work(2);
  }
  q = work(3);
  if (mode == 3)
    return 2;
  else if (mode == 4)
    return 3;
  s = work(q);
  return 0;
}

// A switch with a return in one arm, and a loop's body that only sometimes goes on.
// CHECK-LABEL: in in_a_loop, across exits
// CHECK: T1 block {{.*}}, may leave: at once
// CHECK: T2 {{.*}} if T1 stays: T1 stays
// CHECK: T3 block {{.*}} if T1 stays, may leave: T1 stays
// CHECK: T4 {{.*}} if T3 stays: T3 stays
int in_a_loop(const int *mode) {
  for (int i = 0; i < 50; i++) {
    p = work(p);
    switch (mode[i]) {
    case 3:
      return i;
    case 4:
      s = 3;
      break;
    }
    q = work(q);
    if (mode[i] > 5) {
      if (mode[i] > 9)
        continue;
      s = 2;
    }
    r = work(r);
  }
  return 0;
}

// Near misses: a statement that may also end the program, one behind which nothing is, and one that
// is all there is to do.
// CHECK-LABEL: in may_end
// CHECK-NEXT: T0
// CHECK-NEXT: T1
// CHECK-NEXT: layer {{[0-9]+}} in always_leaves{{$}}
// CHECK-NOT: across exits
void exit(int);
int may_end(int mode) {
  p = work(1);
  s = work(4);
  if (mode < 0) {
    if (mode < -7)
      return 1;
    exit(1);
  }
  q = work(3);
  return 0;
}
int always_leaves(int mode) {
  p = work(1);
  q = work(2);
  for (int i = 0;; i++)
    if (i * i > mode)
      return i;
}
int alone(int mode) {
  p = 1;
  for (int i = 0; i < 1000; i++)
    if (i * i > mode)
      return i;
  q = 2;
  return 0;
}
// CHECK-LABEL: in main
int main(void) {
  p = work(2);
  q = work(3);
  return 0;
}
