/* SEQUENTIAL */
#include <stdio.h>
static int y[50];
int main(void){ for (int i=0;i<50;i++) y[i]=__COUNTER__;
 printf("%d %d\n",y[3],__COUNTER__); return 0; }
