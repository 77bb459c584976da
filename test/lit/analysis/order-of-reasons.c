// Of values that iterations hand on, those at known places come first: a subscript that is computed from one of them is no
// reason of its own.
// RUN: kasuri %s -Rkasuri-missed -o %t/out -- 2>&1 | FileCheck %s
typedef struct {
  float x[2][512];
  int half, offset;
} filter;

static void push(filter *f, const float *in) {
  float *place = f->x[f->half] + f->offset;
  for (int i = 0; i < 32; i++)
    place[(31 - i) * 8] = in[i] + place[i];
  f->offset = (f->offset + f->half) & 7;
  f->half = 1 - f->half;
}

// CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: 'f->{{half|offset}}' is read in an iteration after the one that writes it
void run(filter *f, const float *in, int n) {
  for (int i = 0; i < n; i++)
    push(f, in + 32 * i);
}
