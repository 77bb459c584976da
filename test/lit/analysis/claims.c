// --claims lists all that a loop may carry: private copies, what iterations hand on, and the groups of accesses
// that may meet, with those of callees at their own places.
// RUN: kasuri %s --claims=%t.json
// RUN: python3 -c "import json,sys; [print(json.dumps(each)) for each in json.load(open(sys.argv[1]))['loops']]" %t.json | FileCheck %s
// RUN: python3 -c "import json,sys; print(json.load(open(sys.argv[1]))['sites'])" %t.json | FileCheck %s --check-prefix=SITES
int a[100], b[100];

static void put(int *p, int value) { *p = value; }

int carried(void) {
  int s = 0, t;
  // CHECK: "place": [0, [[@LINE+1]], 3], "function": "carried", "parallel": false, "guarded": false, "irregular": false
  for (int i = 1; i < 100; i++) {
    t = b[i];
    // SITES-DAG: [0, 8, 38, 'write', '', 4]
    put(&a[i], a[i - 1] + t);
    // SITES-DAG: [0, [[@LINE+1]], 5, 'write', 's', 4]
    s += t;
  }
  return s;
}
// CHECK-SAME: "kind": "ordered"
// CHECK-SAME: "kind": "private"
// CHECK-SAME: "kind": "memory"
// CHECK-SAME: "meetings": {{\[\[[0-9]+, [0-9]+\]\]}}

void own(void) {
  // CHECK: "place": [0, [[@LINE+1]], 3], "function": "own", "parallel": true
  for (int i = 0; i < 100; i++)
    put(&a[i], i);
}
// CHECK-SAME: "meetings": []
