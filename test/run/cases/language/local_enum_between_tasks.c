/* PARALLEL: 1 */
#include <stdio.h>
static int a[1000],b[1000];
static void f(int*p){ for(int i=0;i<1000;i++) p[i]=i*3; }
int main(int argc,char**argv){ 
 f(a);
 enum { K = 5 };
 f(b);
 unsigned s=0; for(int i=0;i<1000;i++) s=s*31+a[i]+b[i]*K; printf("%u %d\n",s,K); return 0; }
