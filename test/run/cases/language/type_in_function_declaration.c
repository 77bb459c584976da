/* SEQUENTIAL */
#include <stdio.h>
static struct R { unsigned a[100]; } mk(int k){ struct R r; for(int i=0;i<100;i++) r.a[i]=i*k; return r; }
int main(void){ struct R r=mk(3); printf("%u\n",r.a[7]); return 0; }
