/* PARALLEL: 11 */
/* What programs make of memory that belongs to an iteration: lists, trees, matrices, texts that grow, what a
 * library function keeps a place in, arenas. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 16 };
typedef struct Store {
  int *values;
  size_t size, room;
} Store;
static void append(Store *s, int v) {
  if (s->size == s->room) {
    s->room = s->room ? s->room * 2 : 2;
    s->values = realloc(s->values, s->room * sizeof *s->values);
    if (!s->values)
      exit(1);
  }
  s->values[s->size++] = v;
}
static long weigh(const Store *s) {
  long t = 0;
  for (size_t i = 0; i < s->size; i++)
    t = t * 3 % 10007 + s->values[i];
  return t;
}
static long out[N];
typedef struct Node {
  struct Node *next;
  int v;
} Node;
static Node *heads[N];
static void push(Node **head, int v) {
  Node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->next = *head;
  n->v = v;
  *head = n;
}
static void lists(void) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 4; k++)
      push(&heads[i], k * i);
}
typedef struct Tree {
  struct Tree *l, *r;
  int key;
} Tree;
static void insert(Tree **t, int key) {
  while (*t)
    t = key < (*t)->key ? &(*t)->l : &(*t)->r;
  *t = calloc(1, sizeof **t);
  if (!*t)
    exit(1);
  (*t)->key = key;
}
static long walk(Tree *t) { return t ? t->key + 3 * walk(t->l) + 5 * walk(t->r) : 0; }
static void drop(Tree *t) {
  if (t) {
    drop(t->l);
    drop(t->r);
    free(t);
  }
}
static void trees(void) {
  for (int i = 0; i < N; i++) {
    Tree *root = NULL;
    int s = i + 3;
    for (int k = 0; k < 20; k++) {
      s = s * 75 % 6553;
      insert(&root, s);
    }
    out[i] += walk(root);
    drop(root);
  }
}
typedef struct Matrix {
  int n;
  double *a;
} Matrix;
static Matrix *new_matrix(int n) {
  Matrix *m = malloc(sizeof *m);
  if (!m)
    exit(1);
  m->n = n;
  m->a = calloc((size_t)n * n, sizeof *m->a);
  if (!m->a)
    exit(1);
  return m;
}
static void free_matrix(Matrix *m) {
  free(m->a);
  free(m);
}
static void mul(const Matrix *a, const Matrix *b, Matrix *c) {
  for (int i = 0; i < c->n; i++)
    for (int j = 0; j < c->n; j++) {
      double s = 0;
      for (int k = 0; k < c->n; k++)
        s += a->a[i * c->n + k] * b->a[k * c->n + j];
      c->a[i * c->n + j] = s;
    }
}
static void matrices(Matrix *x, Matrix *y, Matrix *z) {
  for (int i = 0; i < N; i++) {
    Matrix *t = new_matrix(8);
    mul(x, y, t);
    t->a[3] += i;
    Matrix *u = new_matrix(8);
    mul(t, x, u);
    out[i] += (long)u->a[3];
    free_matrix(t);
    free_matrix(u);
  }
  mul(x, y, z);
}
typedef struct SB {
  char *s;
  size_t n, room;
} SB;
static void sb_add(SB *b, const char *t) {
  size_t l = strlen(t);
  if (b->n + l + 1 > b->room) {
    b->room = 2 * (b->n + l + 1);
    char *p = realloc(b->s, b->room);
    if (!p)
      exit(1);
    b->s = p;
  }
  memcpy(b->s + b->n, t, l + 1);
  b->n += l;
}
static void texts(const char *const *words) {
  for (int i = 0; i < N; i++) {
    SB b = {0};
    for (int k = 0; k < 4; k++)
      sb_add(&b, words[(i + k) % 5]);
    out[i] += (long)strlen(b.s) + b.s[i % 7];
    free(b.s);
  }
}
static void tokens(const char *line) {
  for (int i = 0; i < N; i++) {
    char *c = strdup(line), *save;
    if (!c)
      exit(1);
    for (char *t = strtok_r(c, " ,", &save); t; t = strtok_r(NULL, " ,", &save))
      out[i] += t[0] * i;
    free(c);
  }
}
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void sorted(void) {
  for (int i = 0; i < N; i++) {
    int *a = malloc(20 * sizeof *a);
    if (!a)
      exit(1);
    for (int k = 0; k < 20; k++)
      a[k] = k * 37 % (i + 5);
    qsort(a, 20, sizeof *a, cmp);
    out[i] += a[7];
    free(a);
  }
}
static void declared_outside(void) {
  Store mine;
  for (int i = 0; i < N; i++) {
    memset(&mine, 0, sizeof mine);
    for (int k = 0; k < 9; k++)
      append(&mine, k + i);
    out[i] += weigh(&mine);
    free(mine.values);
  }
}
static void pointer_outside(void) {
  int *b;
  for (int i = 0; i < N; i++) {
    b = malloc(8 * sizeof *b);
    if (!b)
      exit(1);
    for (int k = 0; k < 8; k++)
      b[k] = k ? b[k - 1] * 3 + i : i;
    out[i] += b[7];
    free(b);
  }
}
static void rows(void) {
  for (int i = 0; i < N; i++) {
    double *r[4];
    for (int k = 0; k < 4; k++) {
      r[k] = malloc(8 * sizeof(double));
      if (!r[k])
        exit(1);
      for (int j = 0; j < 8; j++)
        r[k][j] = k ? r[k - 1][j] + i : j;
    }
    out[i] += (long)r[3][5];
    for (int k = 0; k < 4; k++)
      free(r[k]);
  }
}
typedef struct Chunk {
  struct Chunk *next;
  size_t used;
  char data[256];
} Chunk;
typedef struct Arena {
  Chunk *chunks;
} Arena;
static void *get(Arena *a, size_t n) {
  n = (n + 15) / 16 * 16;
  if (!a->chunks || a->chunks->used + n > sizeof a->chunks->data) {
    Chunk *c = malloc(sizeof *c);
    if (!c)
      exit(1);
    c->next = a->chunks;
    c->used = 0;
    a->chunks = c;
  }
  void *p = a->chunks->data + a->chunks->used;
  a->chunks->used += n;
  return p;
}
static void release(Arena *a) {
  while (a->chunks) {
    Chunk *n = a->chunks->next;
    free(a->chunks);
    a->chunks = n;
  }
}
static void arenas(void) {
  for (int i = 0; i < N; i++) {
    Arena a = {0};
    Node *l = NULL;
    for (int k = 0; k < 30; k++) {
      Node *n = get(&a, sizeof *n);
      n->next = l;
      n->v = k * i;
      l = n;
    }
    for (; l; l = l->next)
      out[i] += l->v;
    release(&a);
  }
}
int main(void) {
  const char *words[] = {"ab", "cde", "f", "ghij", "kl"};
  lists();
  trees();
  Matrix *x = new_matrix(8), *y = new_matrix(8), *z = new_matrix(8);
  for (int i = 0; i < 64; i++) {
    x->a[i] = i;
    y->a[i] = 64 - i;
  }
  matrices(x, y, z);
  texts(words);
  tokens("alpha beta,gamma");
  sorted();
  declared_outside();
  pointer_outside();
  rows();
  arenas();
  Store s = {0};
  Tree *t = NULL;
  Arena a = {0};
  for (int i = 0; i < N; i++) {
    append(&s, (int)out[i]);
    insert(&t, (int)out[i]);
    *(int *)get(&a, 4) = i;
  }
  for (int i = 0; i < N; i++)
    printf("%ld %d\n", out[i], heads[i]->v);
  printf("%ld %ld %f\n", weigh(&s), walk(t), z->a[5]);
  drop(t);
  release(&a);
  free(s.values);
  return 0;
}
