/* PARALLEL: 1 */
#include <stdio.h>
typedef void *(*fn)(int);
static fn t[100];
void *self(int n){ for(int i=0;i<n;i++) t[i]=self; return t[n-1]; }
int main(int argc,char**argv){ printf("%d\n", self(100)==(void*)self); return 0; }
