/* SEQUENTIAL */
#include <stdio.h>
#include <stdint.h>
struct S {int a[5];}; static struct S src[500]; static int out[500];
static int al(struct S*p){ return (uintptr_t)p%64 == 0; }
int main(int argc, char**argv){ _Alignas(64) struct S t;
 for (int i=0;i<500;i++){ t=src[i]; out[i]=al(&t); }
 unsigned s=0; for(int i=0;i<500;i++) s=s*31+out[i]; printf("%u\n",s); return 0; }
