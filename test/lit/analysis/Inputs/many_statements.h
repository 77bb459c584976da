// 20 functions with 180,000 values; with -DFEWER 16 with 144,000.
#define TEN_OF(m) m m m m m m m m m m
#define LONG(name)                                                                                                     \
  int name(int x) {                                                                                                    \
    TEN_OF(TEN_OF(TEN_OF(x = x * 3 + 1;)))                                                                             \
    return x;                                                                                                          \
  }
#define FOUR(name) LONG(name##0) LONG(name##1) LONG(name##2) LONG(name##3)
FOUR(a) FOUR(b) FOUR(c) FOUR(d)
#ifndef FEWER
FOUR(e)
#endif
