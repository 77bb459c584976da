/* PARALLEL: 1 */
static unsigned a[100];
static void fill(void){ for (int i=0;i<100;i++) a[i]=i*7; }
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int main(void){ fill(); char *p = strchrnul("abc",'x'); printf("%d %u\n",*p,a[99]); return 0; }
