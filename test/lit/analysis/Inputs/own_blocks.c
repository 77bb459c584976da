/* PARALLEL: 5 */
/* Each iteration allocates, grows, uses and frees memory of its own, levels below the loop and
 * behind members, by functions that do the same for stores that live on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Store {
  int *values;
  unsigned short *marks;
  size_t size, room;
} Store;

static void init_store(Store *s) { memset(s, 0, sizeof *s); }

static void clean_store(Store *s) {
  free(s->values);
  free(s->marks);
}

static void append(Store *s, int value) {
  if (s->size == s->room) {
    s->room = s->room ? s->room * 2 : 2;
    s->values = realloc(s->values, s->room * sizeof *s->values);
    s->marks = realloc(s->marks, s->room * sizeof *s->marks);
    if (!s->values || !s->marks)
      exit(1);
  }
  s->values[s->size] = value;
  s->marks[s->size] = (unsigned short)(value & 7);
  s->size++;
}

static void copy_store(const Store *from, Store *to) {
  init_store(to);
  for (size_t i = 0; i < from->size; i++)
    append(to, from->values[i] + from->marks[i]);
}

static long weigh(const Store *s) {
  long sum = 0;
  for (size_t i = 0; i < s->size; i++)
    sum = sum * 3 % 10007 + s->values[i] * s->marks[i];
  return sum;
}

typedef struct Node {
  struct Node *left, *right;
  int key;
} Node;

typedef struct Pool {
  Node *next, *all;
} Pool;

static Node *insert(Node *tree, Pool *pool, int key) {
  if (!tree) {
    tree = pool->next++;
    tree->left = tree->right = NULL;
    tree->key = key;
  } else if (key < tree->key) {
    tree->left = insert(tree->left, pool, key);
  } else {
    tree->right = insert(tree->right, pool, key);
  }
  return tree;
}

static int height(const Node *tree) {
  if (!tree)
    return 0;
  int left = height(tree->left), right = height(tree->right);
  return 1 + (left > right ? left : right);
}

static int grow_tree(int seed, int count) {
  Pool pool;
  Node *tree = NULL;
  pool.all = pool.next = malloc((size_t)count * sizeof *pool.all);
  if (!pool.all)
    exit(1);
  for (int i = 0; i < count; i++) {
    seed = seed * 75 % 65537;
    tree = insert(tree, &pool, seed);
  }
  int found = height(tree);
  free(pool.all);
  return found;
}

static long analyse(const Store *input, int by) {
  Store mine, copy;
  init_store(&mine);
  for (size_t i = 0; i < input->size; i++)
    append(&mine, input->values[i] * by % 1000);
  copy_store(&mine, &copy);
  long result = weigh(&copy) - weigh(&mine);
  clean_store(&mine);
  clean_store(&copy);
  return result;
}

typedef long work_function(int i, void *context);

static long work(int i, void *context) { return analyse(context, i + 2); }

static void for_all(work_function *f, void *context, long *out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = f(i, context);
}

static char *join(const char *a, int i) {
  char *text = malloc(strlen(a) + 16);
  if (!text)
    exit(1);
  sprintf(text, "%s-%d", a, i);
  return text;
}

enum { N = 24 };

int main(void) {
  static long a[N], b[N], c[N], d[N];
  static char *names[N];
  Store input;
  init_store(&input);
  for (int i = 0; i < 100; i++)
    append(&input, i * 37 % 101);
  for (int i = 0; i < N; i++) {
    Store mine;
    init_store(&mine);
    for (int k = 0; k < i * 3; k++)
      append(&mine, (int)input.values[k] + k);
    a[i] = weigh(&mine) + weigh(&input);
    clean_store(&mine);
  }
  for_all(work, &input, b, N);
  for (int i = 0; i < N; i++)
    c[i] = grow_tree(i + 1, 50 + i);
  for (int i = 0; i < N; i++)
    names[i] = join("name", i);
  Store tables;
  init_store(&tables);
  for (int i = 0; i < N; i++) {
    Store *mine = malloc(sizeof *mine);
    if (!mine)
      exit(1);
    init_store(mine);
    for (int k = 0; k < 9; k++)
      append(mine, k * i);
    d[i] = weigh(mine);
    clean_store(mine);
    free(mine);
  }
  for (int i = 0; i < N; i++) {
    append(&tables, (int)(a[i] % 1000));
    printf("%ld %ld %ld %ld %s\n", a[i], b[i], c[i], d[i], names[i]);
    free(names[i]);
  }
  printf("%ld\n", weigh(&tables));
  clean_store(&tables);
  clean_store(&input);
  return 0;
}
