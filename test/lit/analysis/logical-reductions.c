// Whether something holds for all iterations, or for any: parts may compute what the source skips.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

enum { N = 1000 };
static int a[N], b[N];
static double x[N];
struct state {
  int ok;
  _Bool fine, wrong;
};

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(same) guard('a[i]' stays inside 'a') guard('b[i]' stays inside 'b')
int same(int n) {
  int same = 1;
  for (int i = 0; i < n; i++)
    same = same && a[i] == b[i];
  return same;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(found) guard('a[i]' stays inside 'a')
_Bool found(int n, int key) {
  _Bool found = 0;
  for (int i = 0; i < n; i++)
    found = found || a[i] == key;
  return found;
}

// The other operand is computed in any case.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(clean){{$}}
int clean(const int *p, int n) {
  int clean = 1;
  for (int i = 0; i < n; i++)
    clean = p[i] >= 0 && 100 / p[i] > 7 && clean;
  return clean;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(same){{$}}
int within(void) {
  int same = 1;
  for (int i = 0; i < N; i++)
    same = same && a[i] == b[N - 1 - i] && x[i] != 0;
  return same;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel reduction(s->ok) reduction(s->fine) reduction(s->wrong){{$}}
void members(struct state *s) {
  for (int i = 0; i < N; i++) {
    s->ok = s->ok && a[i] > 2;
    s->fine &= a[i] > 1;
    s->wrong |= b[i] & 4;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(ok){{$}}
int squares(void) {
  int ok = 7;
  for (int i = 0; i < N; i++) {
    if (b[i] > 3)
      ok = ok && a[i] % 10 != 3;
    ok = (a[i] < 1 || b[i] < 7) && ok;
  }
  return ok;
}

// Memory behind a pointer may end where the source stops looking.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int behind_pointer(const int *p, int n) {
  int same = 1;
  for (int i = 0; i < n; i++)
    same = same && p[i] == 3;
  return same;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int anywhere(int n) {
  int same = 1;
  for (int i = 0; i < n; i++)
    same = same && a[b[i]] == 3;
  return same;
}

// Only where the source looks is the subscript inside the array.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int near_unsigned(void) {
  int same = 1;
  for (int i = 0; i < N; i++)
    same = same && a[(unsigned)b[i] + 1u] == 3;
  return same;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int scaled_unsigned(void) {
  int same = 1;
  for (int i = 0; i < N; i++)
    same = same && a[(unsigned)b[i] << 1] == 3;
  return same;
}

// Each number that the subscript is made of is looked at once.
#define EIGHT x *= x; x *= x; x *= x; x *= x; x *= x; x *= x; x *= x; x *= x;
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int powers(void) {
  int same = 1;
  for (int i = 0; i < N; i++) {
    unsigned x = (unsigned)b[i];
    EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
    same = same && a[x] == 3;
  }
  return same;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel
int bounded_unsigned(void) {
  int same = 1;
  for (int i = 0; i < N / 2; i++)
    same = same && a[(unsigned)i * 2u + 1u] == 3;
  return same;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int divides(void) {
  int same = 1;
  for (int i = 0; i < N; i++)
    same = same && 100 / a[i] == 3;
  return same;
}

static int check(int i) { return a[i] > 3; }

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int calls(void) {
  int same = 1;
  for (int i = 0; i < N; i++)
    same = same && check(i);
  return same;
}

// A comparison with a NaN raises a flag.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int flags(void) {
  int sorted = 1;
  for (int i = 1; i < N; i++)
    sorted = sorted && x[i - 1] <= x[i];
  return sorted;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int mixed(void) {
  int same = 1;
  for (int i = 0; i < N; i++) {
    same = same && a[i] == 3;
    same = same || a[i] == 5;
  }
  return same;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int looks(void) {
  int same = 1;
  for (int i = 0; i < N; i++) {
    same = same && a[i] == 3;
    b[i] = same;
  }
  return same;
}

// It is no truth value.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int last_value(void) {
  int last = 1;
  for (int i = 0; i < N; i++)
    last = last ? a[i] : 0;
  return last;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
_Bool alternates(void) {
  _Bool odd = 0;
  for (int i = 0; i < N; i++)
    odd ^= a[i];
  return odd;
}
