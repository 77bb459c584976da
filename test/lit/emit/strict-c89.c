/* RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 -- -std=c89
   RUN: gcc -std=c89 -Wall -Wextra -Werror -I%S/../../../include -c %t/strict-c89.c -o %t/x.o
   RUN: FileCheck %s < %t/strict-c89.c
   CHECK: ks_run(&ks_f
   CHECK: ks_run(&ks_g */
int y[50];
int f(a, b) int a; int b; { int i; for (i = a; i < b; i++) y[i] = i; return i; }
int g(void) { int i; for (i = 0; i < 50; i++) y[i] += 1; return i; }
