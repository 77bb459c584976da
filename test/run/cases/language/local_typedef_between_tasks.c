/* PARALLEL: 1 */
#include <stdio.h>
static int a[1000],b[1000];
static void f(int*p){ for(int i=0;i<1000;i++) p[i]=i*3; }
int main(void){ 
 f(a);
 typedef int T;
 f(b);
 T s=0; for(int i=0;i<1000;i++) s+=a[i]-b[i]; printf("%d\n",s); return 0; }
