/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
#include <errno.h>
#include <math.h>
static int limit = 10, hits[4], where; static int *cursor = &where;
static void note(int i) { *cursor = i; hits[i % 4] += where; }
int main(void) { int a[20]; for (int i = 0; i < limit; i++) { a[i] = i; limit = i == 4 ? 8 : limit; } for (int i = 0; i < 20; i++) note(i); errno = 0; int bad = 0; for (int i = -3; i < 4; i++) { double r = sqrt((double)i); bad += errno != 0 && r == r; } unsigned char w = 200; int n = 0; for (w = 200; w > 5; w += 3) n++; printf("%d %d %d %d %d %d\n", limit, hits[0], hits[3], bad, n, a[7]); return 0; }
