extern int shared[40];
extern int count;
void other(int *p, int n);
static inline int twice(int x) { return x * 2; }
