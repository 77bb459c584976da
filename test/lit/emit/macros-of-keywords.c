// Macros of the source's keywords and names hold in its own text only: not in the runtime's header, nor in what is
// printed around that text.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 --
// RUN: grep -v CHECK %t/macros-of-keywords.c | FileCheck %s
// RUN: gcc -std=c11 -Wall -Wextra -Werror -I%S/../../../include -c %t/macros-of-keywords.c -o %t/out.o
// RUN: clang -std=c11 -Wall -Wextra -Werror -I%S/../../../include -c %t/macros-of-keywords.c -o %t/out.o
// RUN: gcc -Dstatic= -Dint=short -Dinline=__inline -fsyntax-only -xc -I%S/../../../include %S/../../../include/kasuri/kasuri.h
// CHECK: #include <kasuri/kasuri.h>
// CHECK-NEXT: #line 1
typedef double number;
#define int long
#define long int
#define ks_row int
static double in[64], out[64];

// CHECK: #pragma push_macro("int")
// CHECK-NEXT: #undef int
// CHECK: /* kasuri: layer gain
// CHECK: static void ks_gain_[[#LOOP:]]_t0(
// CHECK: #pragma pop_macro("int")
// CHECK-NEXT: #line [[#LOOP+1]]
// CHECK-NEXT: out[i] = (long)in[i] * factor;
// CHECK: #pragma push_macro("ks_row")
// CHECK: #pragma pop_macro("ks_row")
// CHECK-NEXT: #line
// CHECK-NEXT: number gain(double factor)
number gain(double factor) {
  for (int i = 0; i < 64; i++)
    out[i] = (long)in[i] * factor;
  return out[3];
}
