/* SEQUENTIAL */
#include <stdio.h>
static int x[100];
int main(int argc,char**argv){ 
 for (int i=0; i < (int)(sizeof i * 10); i++) x[i] = i*i;
 unsigned s=0; for(int i=0;i<100;i++) s=s*31+x[i]; printf("%u\n",s); return 0; }
