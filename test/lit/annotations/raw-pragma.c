// Pragmas are the same as the macros; none of them is left to the compiler of the output, where text moves and where it does not.
// RUN: kasuri %s -Rkasuri --cores=2 --min-gain=0 -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT < %t/raw-pragma.c
// RUN: gcc -std=gnu11 -Wall -Wextra -Werror -fsyntax-only -I %S/../../../include %t/raw-pragma.c
// RUN: clang -std=gnu11 -Wall -Wextra -Werror -fsyntax-only -I %S/../../../include %t/raw-pragma.c
double out[1000], in[1000];
int place[1000];

// TEXT: include <kasuri/kasuri.h>
// TEXT-NOT: {{^ *# *}}pragma
#pragma kasuri whole
int f(int n);

void g(int n) {
#pragma kasuri independent
#pragma kasuri trip_count(64)
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; relies on 'independent' at {{.*}}raw-pragma.c:[[#@LINE-2]] [Doall]
  for (int i = 0; i < n; i++)
    out[place[i]] += in[i];
}

void h(int n) {
  /* #pragma kasuri independent */
#pragma \
    kasuri independent
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; relies on 'independent'
  for (int i = 0; i < n; i++)
    out[place[i]] += in[i];
}
