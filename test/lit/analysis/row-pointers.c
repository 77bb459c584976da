// Pointers and offsets that go on by a number that only the run knows.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
// RUN: kasuri %s -Rkasuri --cores=2 --min-gain=0 -o %t -- 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t/row-pointers.c

// REMARK: [[#@LINE+6]]:3: remark: loop may run in parallel if iterations access different parts of 'row[x]': doall over 'y', induction 'row'
// CODE: ks_int64 ks_step_row;
// CODE: row = (void *)((char *)ks_f->row + (ks_int64)((ks_uint64)ks_first * (ks_uint64)ks_f->ks_step_row));
// CODE: const ks_int64 ks_step_row = ks_trip_0 > 1 ? {{.*}}stride{{.*}} : KS_LOST;
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel induction(row, fixed) guard({{.*}}
void rows(unsigned char *row, int w, int h, int stride) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      row[x] ^= 5;
    row += stride;
  }
}

// The inner loop has moved the pointer by w, or not at all if w is negative.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel induction(row, fixed) guard({{.*}}
void rest(unsigned char *row, int w, int h, int stride) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      *row++ ^= 5;
    row += stride - w;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void growing(unsigned char *row, int w, int h, int stride) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      row[x] ^= 5;
    row += stride++;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void sometimes(unsigned char *row, int w, int h, int stride) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      row[x] ^= 5;
    if (row[0])
      row += stride;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void until(unsigned char *row, int w, int h, int stride) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w && *row; x++)
      *row++ ^= 5;
    row += stride - w;
  }
}
