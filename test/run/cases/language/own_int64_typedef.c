/* PARALLEL: 1 */
typedef unsigned long long uint64_t;
typedef long long int64_t;
int printf(const char*,...);
static uint64_t a[100];
int main(void){ for (int i=0;i<100;i++) a[i]=i*7; uint64_t s=0; for (int i=0;i<100;i++) s+=a[i]; printf("%llu\n",s); return 0; }
