/* Lists, trees, hash tables, queues, graphs and dynamic programs: most loops carry something. */
#include <limits.h>
#include <string.h>

#include "suite.h"

enum { SIZE = 300, BUCKETS = 32, SIDE = 40 };

struct item {
  int key, value;
  struct item *next;
};

struct tree {
  int key;
  struct tree *left, *right;
};

static struct item pool[SIZE], *buckets[BUCKETS];
static struct tree nodes[SIZE], *root;
static int keys[SIZE], values[SIZE], heap[SIZE + 1], heap_size, order[SIZE], parent[SIZE], depth[SIZE];
static int edge_from[SIZE * 2], edge_to[SIZE * 2], weight[SIZE * 2], distance[SIZE], best[SIZE], ways[SIZE];
static int table[SIDE + 1][SIDE + 1], account[BUCKETS], open_table[512], slots[SIZE];
static char arena[8192], text[SIZE];

static void insert_items(int n) {
  /* sequential: items of one bucket are chained */
  for (int i = 0; i < n; i++) {
    struct item *it = &pool[i];
    int bucket = keys[i] % BUCKETS;
    it->key = keys[i];
    it->value = values[i];
    it->next = buckets[bucket];
    buckets[bucket] = it;
  }
}

static struct item *find_item(int key) {
  struct item *it = buckets[key % BUCKETS];
  /* sequential: a chain, carried(it) */
  while (it && it->key != key)
    it = it->next;
  return it;
}

static void look_up(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    const struct item *it = find_item(i * 3);
    slots[i] = it ? it->value : -1;
  }
}

static int chain_lengths(void) {
  int longest = 0;
  /* parallel: reduction(longest) */
  for (int b = 0; b < BUCKETS; b++) {
    int length = 0;
    /* sequential: a chain, carried(it) */
    for (const struct item *it = buckets[b]; it; it = it->next)
      length++;
    if (length > longest)
      longest = length;
  }
  return longest;
}

static void reverse_chains(void) {
  /* parallel: each chain has its own items(next) */
  for (int b = 0; b < BUCKETS; b++) {
    struct item *turned = NULL, *it = buckets[b];
    /* sequential: a chain, carried(it) */
    while (it) {
      struct item *next = it->next;
      it->next = turned;
      turned = it;
      it = next;
    }
    buckets[b] = turned;
  }
}

static int insert_open(int n) {
  int probes = 0;
  /* sequential: places that are taken */
  for (int i = 0; i < n; i++) {
    unsigned at = (unsigned)keys[i] * 2654435761u >> 23;
    /* sequential: until a place is free, carried(at) */
    while (open_table[at]) {
      at = (at + 1) & 511;
      probes++;
    }
    open_table[at] = keys[i] + 1;
  }
  return probes;
}

static void insert_nodes(int n) {
  root = NULL;
  /* sequential: a tree grows */
  for (int i = 0; i < n; i++) {
    struct tree **at = &root;
    /* sequential: down the tree, carried(at) */
    while (*at)
      at = keys[i] < (*at)->key ? &(*at)->left : &(*at)->right;
    nodes[i].key = keys[i];
    nodes[i].left = nodes[i].right = NULL;
    *at = &nodes[i];
  }
}

static int height_of(const struct tree *t) {
  if (!t)
    return 0;
  int left = height_of(t->left), right = height_of(t->right);
  return 1 + (left > right ? left : right);
}

static int sum_in_order(const struct tree *t) {
  const struct tree *stack[SIZE];
  int used = 0, sum = 0;
  /* sequential: a stack, carried(t) */
  while (t || used) {
    /* sequential: down the left side, carried(t) */
    while (t) {
      stack[used++] = t;
      t = t->left;
    }
    t = stack[--used];
    sum = (sum * 3 + t->key) % 10007;
    t = t->right;
  }
  return sum;
}

static void push(int value) {
  int at = ++heap_size;
  /* sequential: up the heap, carried(at) */
  while (at > 1 && heap[at / 2] > value) {
    heap[at] = heap[at / 2];
    at /= 2;
  }
  heap[at] = value;
}

static void push_all(int n) {
  /* sequential: a heap grows */
  for (int i = 0; i < n; i++)
    push(keys[i]);
}

static void breadth_first(int n, int edges) {
  int head = 0, tail = 0;
  /* parallel */
  for (int v = 0; v < n; v++)
    depth[v] = -1;
  depth[0] = 0;
  order[tail++] = 0;
  /* sequential: a queue, carried(head) */
  while (head < tail) {
    int v = order[head++];
    /* sequential: new places in the queue */
    for (int e = 0; e < edges; e++)
      if (edge_from[e] == v && depth[edge_to[e]] < 0) {
        depth[edge_to[e]] = depth[v] + 1;
        order[tail++] = edge_to[e];
      }
  }
}

static int relax_all(int n, int edges) {
  int rounds = 0, changed = 1;
  /* parallel */
  for (int v = 0; v < n; v++)
    distance[v] = v ? INT_MAX / 2 : 0;
  /* sequential: until nothing changes */
  while (changed && rounds < n) {
    changed = 0;
    /* sequential: distances found by earlier edges are used at once */
    for (int e = 0; e < edges; e++)
      if (distance[edge_from[e]] + weight[e] < distance[edge_to[e]]) {
        distance[edge_to[e]] = distance[edge_from[e]] + weight[e];
        changed = 1;
      }
    rounds++;
  }
  return rounds;
}

static void union_find(int n, int edges) {
  /* parallel */
  for (int v = 0; v < n; v++)
    parent[v] = v;
  /* sequential: sets grow */
  for (int e = 0; e < edges; e++) {
    int a = edge_from[e], b = edge_to[e];
    /* sequential: up the tree, carried(a) */
    while (parent[a] != a)
      a = parent[a];
    /* sequential: up the tree, carried(b) */
    while (parent[b] != b)
      b = parent[b];
    if (a != b)
      parent[a] = b;
  }
}

static void edit_distances(int n) {
  /* parallel */
  for (int i = 0; i <= n; i++)
    table[i][0] = table[0][i] = i;
  /* sequential: rows from rows */
  for (int i = 1; i <= n; i++)
    /* sequential: the neighbor on the left */
    for (int j = 1; j <= n; j++) {
      int change = table[i - 1][j - 1] + (text[i] != text[j + 40]);
      int drop = table[i - 1][j] + 1, add = table[i][j - 1] + 1;
      table[i][j] = change < drop ? (change < add ? change : add) : drop < add ? drop : add;
    }
}

static void chain_of_products(int n) {
  /* sequential: longer chains from shorter ones */
  for (int length = 2; length <= n; length++)
    /* parallel: induction(i) */
    for (int i = 1; i + length - 1 <= n; i++) {
      int j = i + length - 1, least = INT_MAX;
      /* parallel: reduction(least) */
      for (int k = i; k < j; k++) {
        int cost = table[i][k] + table[k + 1][j] + (keys[i] % 7 + 1) * (keys[k] % 7 + 1) * (keys[j] % 7 + 1);
        if (cost < least)
          least = cost;
      }
      table[i][j] = least;
    }
}

static int longest_rising(int n) {
  int longest = 0;
  /* sequential: lengths of those before */
  for (int i = 0; i < n; i++) {
    int length = 1;
    /* parallel: reduction(length) */
    for (int j = 0; j < i; j++)
      if (keys[j] < keys[i] && best[j] + 1 > length)
        length = best[j] + 1;
    best[i] = length;
    if (length > longest)
      longest = length;
  }
  return longest;
}

static void count_ways(int n) {
  static const int coins[4] = {1, 2, 5, 10};
  memset(ways, 0, sizeof ways);
  ways[0] = 1;
  /* sequential: coin by coin */
  for (int c = 0; c < 4; c++)
    /* sequential: sums from smaller sums */
    for (int s = coins[c]; s < n; s++)
      ways[s] = (ways[s] + ways[s - coins[c]]) % 10007;
}

static int transfer(int n) {
  int refused = 0;
  /* sequential: accounts are debited only if they are filled */
  for (int i = 0; i < n; i++) {
    int from = keys[i] % BUCKETS, to = values[i] % BUCKETS, amount = values[i] % 90;
    if (account[from] < amount) {
      refused++;
      continue;
    }
    account[from] -= amount;
    account[to] += amount;
  }
  return refused;
}

static void *take(int *used, int bytes) {
  void *block = arena + *used;
  *used += (bytes + 15) & ~15;
  return block;
}

static int take_all(int n) {
  int used = 0;
  /* sequential: from an arena */
  for (int i = 0; i < n; i++) {
    char *block = take(&used, 1 + keys[i] % 20);
    block[0] = (char)i;
  }
  return used;
}

static int match_brackets(int n) {
  int stack[SIZE], used = 0, pairs = 0;
  /* sequential: a stack */
  for (int i = 0; i < n; i++) {
    if (text[i] == '(')
      stack[used++] = i;
    else if (text[i] == ')' && used) {
      slots[i] = stack[--used];
      pairs++;
    }
  }
  return pairs;
}

static int evaluate(int n) {
  int value = 0, sign = 1;
  /* sequential: state of a parser */
  for (int i = 0; i < n; i++) {
    if (text[i] >= '0' && text[i] <= '9')
      value = (value * 10 + sign * (text[i] - '0')) % 1000003;
    else
      sign = -sign;
  }
  return value;
}

static int evict(int n) {
  int cache[8], used[8], misses = 0;
  /* parallel */
  for (int c = 0; c < 8; c++)
    cache[c] = used[c] = -1;
  /* sequential: what is kept depends on what was used */
  for (int i = 0; i < n; i++) {
    int at = 0;
    /* sequential: ends where it is found, carried(at), unseen */
    while (at < 7 && cache[at] != keys[i] % 12 && used[at] >= 0)
      at++;
    misses += cache[at] != keys[i] % 12;
    cache[at] = keys[i] % 12;
    used[at] = i;
  }
  return misses;
}

static int schedule(int n) {
  int end = 0, taken = 0;
  /* sequential: the end of the last one taken */
  for (int i = 0; i < n; i++)
    if (keys[i] >= end) {
      end = keys[i] + values[i] % 10;
      taken++;
    }
  return taken;
}

static unsigned last_survivor(int n, int step) {
  unsigned place = 0;
  /* sequential: the place is handed on */
  for (int k = 2; k <= n; k++)
    place = (place + (unsigned)step) % (unsigned)k;
  return place;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 150, SIZE), edges = 2 * n - 1;
  int side = n < SIDE ? n : SIDE;
  suite_ints(keys, SIZE, 0, 400);
  suite_ints(values, SIZE, 0, 1000);
  suite_ints(edge_from, 2 * SIZE, 0, n - 1);
  suite_ints(edge_to, 2 * SIZE, 0, n - 1);
  suite_ints(weight, 2 * SIZE, 1, 50);
  suite_ints(account, BUCKETS, 0, 100);
  /* parallel */
  for (int i = 0; i < SIZE; i++)
    text[i] = "0(1)(2)"[values[i] % 7];
  insert_items(n);
  look_up(n);
  reverse_chains();
  suite_show("slots", slots, sizeof slots);
  int probes = insert_open(n), chains = chain_lengths();
  insert_nodes(n);
  push_all(n);
  breadth_first(n, edges);
  int rounds = relax_all(n, edges);
  union_find(n, edges);
  edit_distances(side);
  suite_show("table", table, sizeof table);
  memset(table, 0, sizeof table);
  chain_of_products(side);
  count_ways(n);
  printf("%d %d %d %d %d\n", probes, chains, height_of(root), sum_in_order(root), rounds);
  printf("%d %d %d %d\n", longest_rising(n), transfer(n), take_all(n), match_brackets(n));
  printf("%d %d %d %u\n", evaluate(n), evict(n), schedule(n), last_survivor(n, 3));
  suite_show("slots", slots, sizeof slots);
  suite_show("heap", heap, sizeof heap);
  suite_show("order", order, sizeof order);
  suite_show("distance", distance, sizeof distance);
  suite_show("parent", parent, sizeof parent);
  suite_show("table", table, sizeof table);
  suite_show("ways", ways, sizeof ways);
  suite_show("account", account, sizeof account);
  suite_show("arena", arena, sizeof arena);
  return 0;
}
