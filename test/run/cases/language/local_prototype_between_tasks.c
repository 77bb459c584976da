/* PARALLEL: 1 */
#include <stdio.h>
static int a[1000],b[1000];
static void f(int*p){ for(int i=0;i<1000;i++) p[i]=i*3; }
int main(void){ 
 f(a);
 extern long q(int);
 f(b);
 printf("%ld\n",q(4)+a[7]); return 0; }
long q(int x){ return x*100000000000L; }
