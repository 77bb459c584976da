// A source of which nothing runs in parallel comes out byte for byte, comments and all.
// RUN: rm -rf %t && kasuri %s -o %t && cmp %s %t/unchanged.c
#define TWICE(x) ((x) + \
                  (x))
int	tab(void) { return TWICE(2) /* kept */; }
