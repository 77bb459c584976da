/* OPTIONS: --min-gain=0
 * PARALLEL: 1
 * Iterations call a copy of a function that calls itself. Nothing declares that function before its definition. */
#include <stdio.h>

enum { N = 300 };

typedef struct node {
  int left, right;
  unsigned key;
} node;

static node nodes[N];

static unsigned work(unsigned key) {
  for (int k = 0; k < 200; k++)
    key = key * 1664525u + 1013904223u + (key >> 7);
  return key;
}

static void walk(int at, unsigned key, unsigned found[2]) {
  unsigned own = work(key);
  if (nodes[at].left < 0) {
    found[0] += own;
    return;
  }
  found[1] = found[1] * 31 + nodes[at].key;
  walk((own ^ nodes[at].key) & 1 ? nodes[at].left : nodes[at].right, own, found);
}

int main(void) {
  for (int i = 0; i < N; i++)
    nodes[i] = (node){2 * i + 2 < N ? 2 * i + 1 : -1, 2 * i + 2, (unsigned)i * 7919};
  for (int i = 0; i < N; i++) {
    unsigned found[2] = {0, 1};
    walk(0, (unsigned)i, found);
    nodes[i].key = found[0] + found[1];
  }
  for (int i = 0; i < N; i++)
    printf("%u\n", nodes[i].key);
  return 0;
}
