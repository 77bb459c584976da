// report.json follows its schema and says of each loop what the remarks say; graph.dot is accepted by
// Graphviz.
// RUN: rm -rf %t && kasuri --cores=3 --min-gain=0 %s --report=%t
// RUN: python3 %S/Inputs/check_schema.py %S/../../../docs/formats/report.schema.json %t/report.json
// RUN: python3 %S/Inputs/list_loops.py %t/report.json | FileCheck %s
// RUN: dot -Tsvg %t/graph.dot -o %t/graph.svg

int a[1000], b[1000];

int main(void) {
  // CHECK: [[#@LINE+1]] main parallel {{planned Doall|- InsideParallel}} i
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  // CHECK: [[#@LINE+1]] main sequential - CarriedFlow i
  for (int i = 1; i < 1000; i++)
    b[i] = b[i - 1] + 1;
  return a[5] + b[6];
}
