/* PARALLEL: 1 */
#include <stdio.h>
static int a[1000];
#define F(v) { v += 1; { int x=3; v += 2; a[5]+=x; } }
static void f(int*p){ for(int i=0;i<1000;i++) p[i]=i*3; }
int main(void){ int x=0, z=0;
 { F(x) f(&a[0]); }
 for(int i=0;i<1000;i++) z+=i;
 printf("%d %d\n",x,z); return 0; }
