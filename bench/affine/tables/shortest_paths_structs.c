/* The shortest path between each pair of nodes of a graph. */
#include "../affine.h"

#ifndef N
#define N 1000
#endif

struct graph {
  int nodes;
  double **distance;
};

static struct graph *new_graph(int nodes) {
  struct graph *g = malloc(sizeof *g);
  g->nodes = nodes;
  g->distance = malloc(nodes * sizeof *g->distance);
  for (int i = 0; i < nodes; i++) {
    g->distance[i] = malloc(nodes * sizeof **g->distance);
    for (int j = 0; j < nodes; j++)
      g->distance[i][j] = i == j ? 0 : (i * 7 + j * 13) % 11 == 0 ? affine_value(i, j, 1) : 1000;
  }
  return g;
}

static void free_graph(struct graph *g) {
  for (int i = 0; i < g->nodes; i++)
    free(g->distance[i]);
  free(g->distance);
  free(g);
}

static void pass_through(struct graph *g, int node) {
  for (int i = 0; i < g->nodes; i++)
    for (int j = 0; j < g->nodes; j++) {
      double detour = g->distance[i][node] + g->distance[node][j];
      if (detour < g->distance[i][j])
        g->distance[i][j] = detour;
    }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct graph *g = new_graph(n);
  double begin = affine_now();
  for (int k = 0; k < g->nodes; k++)
    pass_through(g, k);
  affine_kernel(begin);
  double *all = malloc((size_t)n * n * sizeof *all);
  for (int i = 0; i < n; i++)
    memcpy(all + (size_t)i * n, g->distance[i], n * sizeof *all);
  affine_doubles("path", all, (size_t)n * n);
  free(all);
  free_graph(g);
  return 0;
}
