/* PARALLEL: 1 */
#include <stdio.h>
static unsigned a[100],b[100];
static void g(unsigned*p,int n,int*r){ for(int i=0;i<n;i++) p[i]=i*3; *r=n; }
int main(void){ int \u00e9=0, q=0; 
 g(a,100,&\u00e9);
 g(b,100,&q);
 printf("%d %d\n",\u00e9,q); return 0; }
