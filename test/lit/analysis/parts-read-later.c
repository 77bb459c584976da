// Of a variable that iterations use as scratch, a part may be read behind the loop, and another not.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

enum { W = 40, N = 1000 };
static int in[N][W], out[N];

struct space {
  int values[W];
  int used;
  int rest[W];
};
static struct space own, seen, pointed, kept, again;

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel private(own, last value)
void count_is_read(int n) {
  for (int r = 0; r < n; r++) {
    own.used = 0;
    for (int c = 0; c < W; c += 2)
      own.values[own.used++] = in[r][c];
    out[r] = own.values[own.used - 1] + own.used;
  }
}

int own_count(void) { return own.used + own.rest[3]; }

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void values_are_read(int n) {
  for (int r = 0; r < n; r++) {
    seen.used = 0;
    for (int c = 0; c < W; c += 2)
      seen.values[seen.used++] = in[r][c];
    out[r] = seen.values[seen.used - 1] + seen.used;
  }
}

int seen_value(int k) { return seen.values[k]; }

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void read_by_pointer(int n) {
  for (int r = 0; r < n; r++) {
    pointed.used = 0;
    for (int c = 0; c < W; c += 2)
      pointed.values[pointed.used++] = in[r][c];
    out[r] = pointed.values[pointed.used - 1] + pointed.used;
  }
}

static int sum_of(const int *values) {
  int sum = 0;
  for (int k = 0; k < W; k++)
    sum += values[k];
  return sum;
}

int pointed_sum(void) { return pointed.used + sum_of(pointed.values); }

// The next call reads what this one has left.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void read_in_front(int n) {
  int first = kept.values[1];
  for (int r = 0; r < n; r++) {
    kept.used = 0;
    for (int c = 0; c < W; c += 2)
      kept.values[kept.used++] = in[r][c];
    out[r] = kept.values[kept.used - 1] + kept.used + first;
  }
}

int kept_count(void) { return kept.used; }

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
int read_behind(int n) {
  for (int r = 0; r < n; r++) {
    again.used = 0;
    for (int c = 0; c < W; c += 2)
      again.values[again.used++] = in[r][c];
    out[r] = again.values[again.used - 1] + again.used;
  }
  return again.values[2];
}

int main(void) {
  count_is_read(N);
  values_are_read(N);
  read_by_pointer(N);
  read_in_front(N);
  return own_count() + seen_value(3) + pointed_sum() + kept_count() + read_behind(N);
}
