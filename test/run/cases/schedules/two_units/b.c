#include "shared.h"
int count;
static int helper(int x) { return count++ + x * 2; }
void other(int *p, int n) { for (int i = 0; i < n; i++) p[i] = helper(p[i]); for (int i = 0; i < n; i++) p[i] = twice(p[i]); }
