#include <stdio.h>
#include <wchar.h>
int main(void) { long double d[20], t = 0; __extension__ typedef unsigned __int128 wide; wide w = 1; for (int i = 0; i < 20; i++) d[i] = i / 3.0L; for (int i = 0; i < 20; i++) t += d[i]; for (int i = 0; i < 20; i++) w = w * 977 + (wide)i; wchar_t s[] = L"wide"; unsigned u = 0; for (int i = 0; s[i]; i++) u = u * 31 + (unsigned)s[i]; _Bool b[4]; for (int i = 0; i < 4; i++) b[i] = i & 2; printf("%.18Lg %llu %u %d\n", t, (unsigned long long)(w >> 40), u, b[1] + b[3]); return 0; }
