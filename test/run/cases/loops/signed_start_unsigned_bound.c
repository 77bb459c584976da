/* PARALLEL: 1 */
#include <stdio.h>
static int x[100];
int main(int argc,char**argv){ unsigned n = 0u - (unsigned)argc;
 for (int i=-5; i < n; i++) x[i+50] = i;
 unsigned s=0; for(int i=0;i<100;i++) s=s*31+x[i]; printf("%u\n",s); return 0; }
