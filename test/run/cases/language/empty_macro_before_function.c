/* PARALLEL: 1 */
#include <stdio.h>
#define API
static int y[50];
API static void f1(void){ for (int i=0;i<50;i++) y[i]=i; }
__extension__ static void f2(void){ for (int i=0;i<50;i++) y[i]+=i; }
int main(void){ f1(); f2(); printf("%d\n",y[7]); return 0; }
