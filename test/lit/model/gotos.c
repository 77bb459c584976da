// What a goto leaves is a stretch, what it repeats a loop; only where these cross is the order unknown.
// RUN: kasuri %s --dump=model --stop-after=model -- -w | FileCheck %s
int a[100];

// CHECK-LABEL: function left
// CHECK: sequence {{r[0-9]+}} line
// CHECK-NEXT: sequence [[OUTER:r[0-9]+]] line
// CHECK: goto behind [[OUTER]]
// CHECK-NEXT: sequence [[INNER:r[0-9]+]] line
// CHECK: loop
// CHECK: goto behind [[INNER]]
// CHECK-NOT: opaque
int left(int n) {
  if (n < 1)
    goto none;
  for (int i = 0; i < n; i++)
    if (a[i])
      goto one;
  n++;
one:
  n++;
none:
  return n;
}
// CHECK-LABEL: function repeated
// CHECK: loop {{r[0-9]+}} line {{[0-9]+}} because of goto
// CHECK-NEXT: sequence
// CHECK: continue
// CHECK: break
// CHECK-NOT: opaque
int repeated(int n) {
again:
  a[n]++;
  if (a[n] % 3)
    goto again;
  return a[n];
}
// CHECK-LABEL: function crossed
// CHECK: opaque {{r[0-9]+}} line {{[0-9]+}} because of goto
// CHECK-NOT: goto behind
int crossed(int n) {
  if (n & 1)
    goto second;
first:
  a[n]++;
second:
  if (n++ < 50)
    goto first;
  return n;
}
// A break out of what is repeated would be the outer loop's.
// CHECK-LABEL: function broken
// CHECK: opaque {{r[0-9]+}} line {{[0-9]+}} because of goto
int broken(int n) {
  for (int i = 0; i < n; i++) {
  again:
    if (a[i] == 7)
      break;
    if (a[i]++ < 5)
      goto again;
  }
  return n;
}
