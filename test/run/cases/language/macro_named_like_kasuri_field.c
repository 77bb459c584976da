/* PARALLEL: 1 */
#include <stdio.h>
#define rows 10
#define level 3
static unsigned y[rows*10];
int main(int argc,char**argv){ for (int i=0;i<rows*10;i++) y[i]=i*level;
 printf("%u\n",y[7]); return 0; }
