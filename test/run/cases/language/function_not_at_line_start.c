/* PARALLEL: 1 */
#include <stdio.h>
static int y[50]; int g; static void f1(void){ for (int i=0;i<50;i++) y[i]=i; } static void f2(void){ for (int i=0;i<50;i++) y[i]+=i*i; } int main(void){ f1(); f2(); printf("%d\n",y[7]); return 0; }
