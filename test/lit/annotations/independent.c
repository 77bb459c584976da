// A loop whose iterations are promised to be independent runs in parallel where nothing but memory kept it from that.
// RUN: rm -rf %t && kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 --report=%t -o %t/out 2>&1 | FileCheck %s
// RUN: python3 %S/../report/Inputs/check_schema.py %S/../../../docs/formats/report.schema.json %t/report.json
// RUN: FileCheck %s --check-prefix=JSON < %t/report.json
// RUN: FileCheck %s --check-prefix=HTML < %t/report.html
#include <kasuri/annotations.h>
#include <stdio.h>

// JSON: "promises": [{{$}}
// JSON: "line": [[#@LINE+18]]
// JSON-NEXT: "column": 3
// JSON-NEXT: "kind": "independent"
// JSON-NEXT: "text": "independent"
// JSON: "loops": [
// HTML: Promises in the source that Kasuri has not proved
static double out[1000], in[1000];
static int place[1000], seen;
double unknown(double);

void without(int n) {
  // CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: the subscript of 'out[place[place[i]]]' is not an affine function of the loop counter [NonAffineSubscript]
  // CHECK: help: {{.*}}KASURI_INDEPENDENT
  for (int i = 0; i < n; i++)
    out[place[place[i]]] = out[place[place[i]]] / 2 + in[i];
}

void promised(int n) {
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; relies on 'independent' at {{.*}}independent.c:[[#@LINE-1]] [Doall]
  for (int i = 0; i < n; i++)
    out[place[place[i]]] = out[place[place[i]]] / 2 + in[i];
}

// A promise that is not needed is not relied on.
void proved(int n) {
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i' [Doall]
  for (int i = 0; i < n; i++)
    out[i] += in[i];
}

// Variables are no memory that the promise is about.
double scalars(int n) {
  double last = 0;
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'last' carries a value from one iteration to the next [ScalarCarried]
  for (int i = 0; i < n; i++) {
    last = last / 2 + in[i];
    out[place[place[i]]] = last;
  }
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'seen' is written by more than one iteration [CarriedOutput]
  for (int i = 0; i < n; i++)
    if (place[i] > 3)
      seen = out[i] > 1;
  return last;
}

// Nor is scratch memory that is the same in all iterations.
void scratch(int n, int used) {
  static double tmp[8];
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < used; k++)
      tmp[k] += in[i] * k;
    out[place[place[i]]] = tmp[0];
  }
}

// Other obstacles stay.
int others(int n) {
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: the loop may end early through 'return' [EarlyExit]
  for (int i = 0; i < n; i++) {
    if (in[i] < 0)
      return i;
    out[place[place[i]]] = out[place[place[i]]] / 2 + in[i];
  }
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: {{.*}}'unknown'
  for (int i = 0; i < n; i++)
    out[place[place[i]]] += unknown(in[i]);
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'printf' performs input or output, which must keep its order [InputOutput]
  for (int i = 0; i < n; i++)
    out[place[place[i]]] += printf("%d\n", i);
  return 0;
}
