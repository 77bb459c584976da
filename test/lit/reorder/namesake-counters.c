// Loops around each other have variables of one name: what their iterations compute is expanded over both.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 --machine=x86-vm-2 | FileCheck %s
enum { N = 32 };
unsigned place;

static unsigned mix(const unsigned *v, unsigned from) {
  for (int round = 0; round < 6; round++)
    for (int k = 0; k < N; k++)
      from = from * 31 + v[k];
  return from;
}

// CHECK: {{^}}nest {{.*}}namesake-counters.c:[[#@LINE+6]]:3
// CHECK: const int [[OUTER:i_n[a-z_]*]] = {{.*}};
// CHECK-NEXT: const int [[INNER:i_n[a-z_]*]] = {{.*}};
// CHECK: _all[([[OUTER]]) * 4 + [[INNER]]] = from;
// CHECK: } else
void twice(const unsigned *in, unsigned from, unsigned *to) {
  for (int i = 0; i < 3; i++)
    for (int i = 0; i < 4; i++) {
      unsigned found = mix(in, from);
      place = place * 5u + found;
    }
  *to = place;
}

int main(void) {
  unsigned in[N] = {1, 2, 3}, to;
  twice(in, 7, &to);
  return (int)to;
}
