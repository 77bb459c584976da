/* SEQUENTIAL */
/* Memory allocated in an iteration that another one gets to know: by what is static, by places and
 * variables that outlive the iteration, in blocks that lead to it, as a number or byte by byte. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20 };
static long out[N];

#define block(value) start(malloc(4 * sizeof(int)), value)
static int *start(int *made, int value) {
  for (int i = 3; i >= 0; i--)
    made[i] = i == 3 ? value : made[i + 1] + 1;
  return made;
}

static int *cached;
static int use_cached(int i) {
  if (!cached)
    cached = block(0);
  cached[i % 4] += i;
  return cached[(i + 1) % 4];
}
static void in_static(int n) {
  for (int i = 0; i < n; i++)
    out[i] += use_cached(i);
}

typedef struct Node {
  struct Node *next;
  int value[2];
} Node;
static Node *unused;
static Node *take(void) {
  Node *node = unused;
  if (node)
    unused = node->next;
  else
    node = calloc(1, sizeof *node);
  return node;
}
static void give(Node *node) {
  node->next = unused;
  unused = node;
}
static void by_free_list(int n) {
  for (int i = 0; i < n; i++) {
    Node *node = take();
    node->value[0] += i;
    out[i] += node->value[0];
    give(node);
  }
}

static int *latest;
static void kept_for_a_while(int n) {
  for (int i = 0; i < n; i++) {
    int *mine = block(i);
    if (latest)
      latest[0]++;
    out[i] += latest ? latest[0] : 0;
    free(latest);
    latest = mine;
  }
  free(latest);
  latest = NULL;
}

static void fill(int **to, int i) {
  if (!*to)
    *to = block(i);
  (*to)[1] += i;
}
static void by_parameter(int n) {
  int *one = NULL;
  for (int i = 0; i < n; i++) {
    fill(&one, i);
    out[i] += one[1];
  }
  free(one);
}

static void by_variable(int n) {
  int *before = NULL;
  for (int i = 0; i < n; i++) {
    int *mine = block(i);
    mine[0] = before ? before[0] + i : i;
    out[i] += mine[0];
    free(before);
    before = mine;
  }
  free(before);
}

static void by_head(int n) {
  for (int i = 0, *before = NULL; i < n; i++) {
    int *mine = block(i);
    mine[0] += before ? before[0] : 1;
    free(before);
    before = mine;
    out[i] += mine[0];
    if (i == n - 1)
      free(mine);
  }
}

typedef struct Store {
  int *values, size;
} Store;
static void append(Store *s, int value) {
  s->values = realloc(s->values, (size_t)(s->size + 1) * sizeof *s->values);
  if (!s->values)
    abort();
  s->values[s->size++] = value;
}
static void grow_other(int n) {
  Store store = {0};
  for (int i = 0; i < n; i++) {
    append(&store, i);
    out[i] += store.values[store.size / 2];
  }
  free(store.values);
}

static void free_other(int n) {
  int *values = calloc(N, sizeof *values);
  for (int i = 0; i < n; i++) {
    int *mine = block(values[i] + i);
    out[i] += mine[0];
    free(mine);
    if (i == n - 1)
      free(values);
  }
}

static void by_copy(int n) {
  Store all = {0};
  append(&all, 5);
  for (int i = 0; i < n; i++) {
    Store mine;
    memcpy(&mine, &all, sizeof mine);
    mine.values[0] += i;
    out[i] += mine.values[0];
  }
  free(all.values);
}

static uintptr_t number;
static void by_number(int n) {
  for (int i = 0; i < n; i++) {
    int *mine = number ? (int *)(number ^ 1) : block(i);
    mine[2] += i;
    out[i] += mine[2];
    number = (uintptr_t)mine ^ 1;
  }
  free((void *)(number ^ 1));
}

static unsigned char bytes[sizeof(int *)];
static void copy_bytes(unsigned char *to, const unsigned char *from, size_t n) {
  if (n > 0) {
    *to = *from;
    copy_bytes(to + 1, from + 1, n - 1);
  }
}
static void by_bytes(int n) {
  for (int i = 0; i < n; i++) {
    int *mine = block(i), *before;
    if (i > 0) {
      copy_bytes((unsigned char *)&before, bytes, sizeof before);
      mine[0] += before[0];
      free(before);
    }
    copy_bytes(bytes, (unsigned char *)&mine, sizeof mine);
    out[i] += mine[0];
    if (i == n - 1)
      free(mine);
  }
}

static _Alignas(16) char arena[1024];
static size_t arena_used;
static void *from_arena(size_t size) {
  void *taken = arena + arena_used;
  arena_used += (size + 15) / 16 * 16;
  return taken;
}
static void by_arena(int n) {
  for (int i = 0; i < n; i++) {
    arena_used = 0;
    int *mine = from_arena(8 * sizeof *mine);
    mine[0] = i;
    for (int k = 1; k < 8; k++)
      mine[k] = mine[k - 1] + i * k;
    out[i] += mine[7];
  }
}

static void by_list(int n) {
  Node *list = NULL;
  for (int i = 0; i < n; i++) {
    Node *node = calloc(1, sizeof *node);
    node->next = list;
    node->value[0] = node->next ? node->next->value[0] + i : 1;
    list = node;
    out[i] += node->value[0];
  }
  while (list) {
    Node *next = list->next;
    free(list);
    list = next;
  }
}

typedef struct Box {
  int *inner;
} Box;
static Box *shelf[2];
static void in_box(int n) {
  for (int i = 0; i < n; i++) {
    Box *box = malloc(sizeof *box);
    box->inner = block(i);
    if (shelf[0]) {
      box->inner[0] += shelf[0]->inner[0];
      free(shelf[0]->inner);
      free(shelf[0]);
    }
    shelf[0] = box;
    out[i] += box->inner[0];
  }
  free(shelf[0]->inner);
  free(shelf[0]);
}

static void add(int **table, int n) {
  if (n > 0) {
    table[n - 1][0]++;
    add(table, n - 1);
  }
}
static void in_table(int n) {
  int **table = NULL;
  for (int i = 0; i < n; i++) {
    int **grown = malloc((size_t)(i + 1) * sizeof *grown);
    if (table)
      memcpy(grown, table, (size_t)i * sizeof *grown);
    grown[i] = block(i);
    add(grown, i);
    free(table);
    table = grown;
    out[i] += table[i / 2][0];
  }
  for (int i = 0; i < n; i++)
    free(table[i]);
  free(table);
}

static int *swapped[2];
static void by_swap(int n) {
  swapped[0] = block(1);
  for (int i = 0; i < n; i++) {
    swapped[1] = block(i);
    swapped[1][0] += swapped[0][0];
    out[i] += swapped[1][0];
    free(swapped[0]);
    int *other = swapped[0] = swapped[1];
    swapped[1] = other;
  }
  free(swapped[0]);
}

static int *remember(int *given) {
  static int *first;
  if (!first)
    first = given;
  return first;
}
static int *plain(int *given) { return given; }
static void by_function(int n, int *(*keep)(int *)) {
  for (int i = 0; i < n; i++) {
    int *mine = keep(block(i));
    mine[3] += i;
    out[i] += mine[3];
  }
}

static int again(int depth, int *given) {
  int *mine = given ? given : block(depth);
  for (int i = 0; i < 2; i++) {
    int *own = block(i);
    mine[0] += own[0] + mine[1];
    if (depth > 0)
      mine[1] += again(depth - 1, mine) % 5;
    free(own);
  }
  int result = mine[0];
  if (!given)
    free(mine);
  return result;
}

int main(int argc, char **argv) {
  const int n = argc + N - 2;
  (void)argv;
  in_static(n);
  by_free_list(n);
  kept_for_a_while(n);
  by_parameter(n);
  by_variable(n);
  by_head(n);
  grow_other(n);
  free_other(n);
  by_copy(n);
  by_number(n);
  by_bytes(n);
  by_arena(n);
  by_list(n);
  in_box(n);
  in_table(n);
  by_swap(n);
  by_function(n, argc > 5 ? plain : remember);
  for (int i = 0; i < n; i++)
    printf("%ld ", out[i]);
  printf("%d\n", again(3, NULL));
  return 0;
}
