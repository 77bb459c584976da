// A loop may start part by part; what that implies of the tasks before is left out, and nothing else.
// RUN: kasuri %s --dump=graph --stop-after=graph -- | FileCheck %s
static int a[50], b[50], c[50], d[50], e[50];
// CHECK-LABEL: in chunk_by_chunk
void chunk_by_chunk(void) {
  // CHECK: T0 repetition {{.*}} doall: at once{{$}}
  for (int i = 0; i < 48; i++)
    b[i + 1] = a[i];
  // CHECK: T1 repetition {{.*}} doall: T0 {{[^,]*}}), T0 aligned, halo 1{{$}}
  for (int i = 0; i < 48; i++)
    c[i] = b[i] + b[i + 2];
  // CHECK: T2 repetition {{.*}} doall: T1 {{[^,]*}}), T1 aligned{{$}}
  for (int i = 0; i < 48; i++)
    d[i] = c[i] + b[i] + b[i + 2];
}
// CHECK-LABEL: in all_of_the_first
void all_of_the_first(void) {
  for (int i = 0; i < 48; i++)
    b[i] = a[i];
  // CHECK: T1 repetition {{.*}} doall: T0 {{[^,]*}}), T0 aligned{{$}}
  for (int i = 0; i < 48; i++)
    c[i] = b[i];
  // CHECK: T2 repetition {{.*}} doall: T0 and T1 {{.*}}), T1 aligned{{$}}
  for (int i = 0; i < 48; i++)
    d[i] = c[i] + b[47 - i];
  // CHECK: T3 repetition {{.*}} doall: T2 {{[^,]*}}){{$}}
  for (int i = 0; i < 48; i++)
    e[i] = d[47 - i] + c[i] + b[i];
}
// CHECK-LABEL: in halo_beyond
void halo_beyond(void) {
  for (int i = 0; i < 48; i++)
    b[i] = a[i];
  for (int i = 0; i < 48; i++)
    c[i] = b[i];
  // CHECK: T2 repetition {{.*}} doall: T0 and T1 {{.*}}), T0 aligned, halo 0 before and 1 after, T1 aligned{{$}}
  for (int i = 0; i < 48; i++)
    d[i] = c[i] + b[i + 1];
}
