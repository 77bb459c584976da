/* SEQUENTIAL */
#include <stdio.h>
typedef int T; static unsigned y[100];
static void f(int n){ T x[100]; T T = n; for (int i=0;i<100;i++) x[i]=i; for (int i=0;i<100;i++) y[i]=T+x[i]; unsigned s=0; for (int i=0;i<100;i++) s=s*31+y[i]; printf("%u\n",s); }
int main(void){ f(5); return 0; }
