/* PARALLEL: 1 */
#include "shared.h"
#include <stdio.h>
static int helper(int x) { return x + 1; }
int shared[40];
int main(void) { for (int i = 0; i < 40; i++) shared[i] = helper(i); other(shared, 40); long s = 0; for (int i = 0; i < 40; i++) s = s * 3 % 10007 + shared[i]; printf("%ld %d\n", s, count); return 0; }
