// The model: a counted loop with its bound and step, addresses as bytes, conditional evaluation.
// RUN: kasuri %s --dump=model --stop-after=model --dump-function=f -- | FileCheck %s
struct s { int n; short v[10]; };
int f(struct s *p, int k) {
  int sum = 0;
  // CHECK: loop r{{[0-9]+}} line [[#@LINE+1]] counted i > v{{[0-9]+}} step -2
  for (int i = 8; i > k; i -= 2)
    // CHECK: field v{{[0-9]+}} 4 of 20
    // CHECK: element v{{[0-9]+}} v{{[0-9]+}} * 2 of 10
    // CHECK: load v{{[0-9]+}} : 4 conditional
    sum += p->v[i] && p->n;
  return sum;
}
