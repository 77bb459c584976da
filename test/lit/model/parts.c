// What compilers only load and store as a whole is one access to all of it.
// RUN: kasuri %s --dump=model --stop-after=model -- | FileCheck %s
typedef short Lanes __attribute__((vector_size(64)));
struct Bits {
  char before;
  unsigned short a : 5;
  unsigned char b : 3;
  int c : 20;
  int : 0;
  int d : 4;
  long e;
};

// An element of a vector.
// CHECK-LABEL: function element
// CHECK: [[OLD:v[0-9]+]] = load [[AT:v[0-9]+]] : 64
// CHECK: = opaque [[OLD]]
// CHECK: = store [[AT]] {{v[0-9]+}} : 64
void element(Lanes *v, int k, short x) { v[3][k] = x; }

// All but what stands behind the field without width.
// CHECK-LABEL: function field
// CHECK: [[PLACE:v[0-9]+]] = field {{v[0-9]+}} [[START:[0-9]+]]
// CHECK: = store [[PLACE]] {{v[0-9]+}} : [[SIZE:[0-9]+]]
// CHECK: [[NEXT:v[0-9]+]] = field {{v[0-9]+}} [[START]]
// CHECK: = store [[NEXT]] {{v[0-9]+}} : [[SIZE]]
// CHECK: [[LAST:v[0-9]+]] = field {{v[0-9]+}} 8
// CHECK: = store [[LAST]] {{v[0-9]+}} : 1
// CHECK: = field {{v[0-9]+}} 16
void field(struct Bits *s) {
  s->b = 1;
  s->c = 2;
  s->d = 3;
  s->e = 4;
}

// An initialiser evaluates its parts, and is stored whole.
// CHECK-LABEL: function initialiser
// CHECK: = call next
// CHECK: = call next
// CHECK: = store {{v[0-9]+}} {{v[0-9]+}} : 64
// CHECK: = load {{v[0-9]+}} : 64
int next(void);
short initialiser(void) {
  Lanes v = {(short)next(), (short)next()};
  return v[1];
}

// A half of a complex number is read with the other half, where it is a variable.
// CHECK-LABEL: function halves
// CHECK: = address 'z'
// CHECK: = load {{v[0-9]+}} : 16
// CHECK: = load {{v[0-9]+}} : 16
double halves(double _Complex z) { return __real__ z - __imag__ z; }
