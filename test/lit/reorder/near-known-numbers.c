// Variables, parameters and members that the compiler may know to be other numbers, or the same one: which product it
// fuses is in doubt, and the order stays.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 -- -O3 -march=haswell | FileCheck %s
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 -- -O3 -march=haswell -ffp-contract=off | FileCheck %s --check-prefix=OFF
// OFF-COUNT-12: {{^}}nest {{.*}} innermost
// CHECK-NOT: {{^}}nest
// CHECK-COUNT-12: {{^}}kept {{.*}} fuse
// CHECK-NOT: {{^}}nest
enum { N = 400 };
double a[N][N], b[N][N];

// Set elsewhere.
static double set = 0.4;
void change(void) { set = 0.1; }
void setElsewhere(void) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = set * a[i][j] + 0.1 * a[i][j - 1];
}

// Others may write through the pointer.
static double pointed = 0.4;
double *pointer(void) { return &pointed; }
void pointedTo(void) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = pointed * a[i][j] + 0.1 * a[i][j - 1];
}

// Other units call it.
void exported(double v, double w) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = v * a[i][j] + w * a[i][j - 1];
}

// Its calls differ.
static void twice(double v, double w) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = v * a[i][j] + w * a[i][j - 1];
}
void calls(void) {
  twice(0.4, 0.1);
  twice(0.1, 0.4);
}

// It is called through a pointer, too.
static void handed(double v, double w) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = v * a[i][j] + w * a[i][j - 1];
}
void (*handOut(void))(double, double) {
  handed(0.4, 0.1);
  return handed;
}

// One member gets the number of the other one.
struct changed {
  double own, other;
};
void equal(struct changed *w) { w->own = 0.1; }
static void members(const struct changed *w) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = w->own * a[i][j] + w->other * a[i][j - 1];
}
void first(void) {
  const struct changed w = {0.4, 0.1};
  members(&w);
}

// A union has them by other names.
struct parts {
  double own, other;
};
union numbers {
  struct parts parts;
  double all[2];
};
static void inUnion(const struct parts *w) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = w->own * a[i][j] + w->other * a[i][j - 1];
}
void second(void) {
  union numbers w = {{0.4, 0.1}};
  w.all[0] = 0.1;
  inUnion(&w.parts);
}

// They are numbers of an array.
struct filled {
  double own, other;
};
static const double numbers[2] = {0.1, 0.4};
static void copied(const struct filled *w) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = w->own * a[i][j] + w->other * a[i][j - 1];
}
void third(void) {
  struct filled w = {0.4, 0.1};
  __builtin_memcpy(&w, numbers, sizeof w);
  copied(&w);
}

// A list of the structure around them has their numbers.
struct inner {
  double own, other;
};
struct outer {
  struct inner inner;
};
static void listed(const struct inner *w) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = w->own * a[i][j] + w->other * a[i][j - 1];
}
void fourth(void) {
  const struct inner w = {0.4, 0.1};
  const struct outer around = {0.1, 0.4};
  listed(&w);
  listed(&around.inner);
}

// Memory of zeros: both may be 0.
struct zeroed {
  double own, other;
};
static void zeros(const struct zeroed *w) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = w->own * a[i][j] + w->other * a[i][j - 1];
}
void fifth(int isFull) {
  struct zeroed *w = __builtin_calloc(1, sizeof *w);
  if (isFull) {
    w->own = 0.4;
    w->other = 0.1;
  }
  zeros(w);
  __builtin_free(w);
}

// Elements of a table may be the number.
static const double table[4] = {0.1, 0.2, 0.3, 0.4};
static void ofTable(const double *t, int k) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = t[k] * a[i][j] + 0.1 * a[i][j - 1];
}
void sixth(void) { ofTable(table, 3); }

// It grows.
static void grown(double v) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      b[i][j] = v * a[i][j] + 0.2 * a[i][j - 1];
}
void seventh(void) {
  double v = 0.1;
  for (int k = 0; k < 3; k++) {
    grown(v);
    v = v + 0.1;
  }
}
