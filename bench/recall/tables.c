/* Memory from the heap, rows of pointers, and tables that own blocks. */
#include <string.h>

#include "suite.h"

struct matrix {
  int rows, columns;
  double *cells;
};

struct image {
  int width, height;
  unsigned char **rows;
};

struct volume {
  int nx, ny, nz;
  float ***at;
};

static double **make_rows(int rows, int columns) {
  double **table = malloc((size_t)rows * sizeof *table);
  if (!table)
    exit(1);
  /* parallel */
  for (int r = 0; r < rows; r++)
    table[r] = calloc((size_t)columns, sizeof **table);
  return table;
}

static void free_rows(double **table, int rows) {
  /* parallel */
  for (int r = 0; r < rows; r++)
    free(table[r]);
  free(table);
}

static void fill_rows(double **table, int rows, int columns) {
  /* parallel */
  for (int r = 0; r < rows; r++)
    /* parallel */
    for (int c = 0; c < columns; c++)
      table[r][c] = r * 0.5 + c;
}

static void multiply_rows(double **to, double **a, double **b, int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++) {
      double sum = 0;
      /* parallel: reduction(sum) */
      for (int k = 0; k < n; k++)
        sum += a[i][k] * b[k][j];
      to[i][j] = sum;
    }
}

static struct matrix make_matrix(int rows, int columns) {
  struct matrix m = {rows, columns, malloc((size_t)rows * (size_t)columns * sizeof(double))};
  if (!m.cells)
    exit(1);
  return m;
}

static void fill_matrix(struct matrix *m) {
  /* parallel */
  for (int r = 0; r < m->rows; r++)
    /* parallel */
    for (int c = 0; c < m->columns; c++)
      m->cells[r * m->columns + c] = r - c * 0.25;
}

static void add_matrices(struct matrix *to, const struct matrix *a, const struct matrix *b) {
  /* parallel */
  for (int i = 0; i < to->rows * to->columns; i++)
    to->cells[i] = a->cells[i] + b->cells[i];
}

static double trace(const struct matrix *m) {
  double sum = 0;
  /* parallel: reduction(sum) induction(i) */
  for (int i = 0; i < m->rows && i < m->columns; i++)
    sum += m->cells[i * m->columns + i];
  return sum;
}

static struct image make_image(int width, int height) {
  struct image picture = {width, height, malloc((size_t)height * sizeof(unsigned char *))};
  unsigned char *block = malloc((size_t)width * (size_t)height);
  if (!picture.rows || !block)
    exit(1);
  /* parallel */
  for (int y = 0; y < height; y++)
    picture.rows[y] = block + (size_t)y * (size_t)width;
  return picture;
}

static void draw(struct image *picture) {
  /* parallel */
  for (int y = 0; y < picture->height; y++)
    /* parallel */
    for (int x = 0; x < picture->width; x++)
      picture->rows[y][x] = (unsigned char)(x * y + 3);
}

static void invert(const struct image *picture) {
  /* parallel */
  for (int y = 0; y < picture->height; y++) {
    unsigned char *row = picture->rows[y];
    /* parallel */
    for (int x = 0; x < picture->width; x++)
      row[x] = (unsigned char)(255 - row[x]);
  }
}

static void fill_volume(struct volume *v) {
  v->at = malloc((size_t)v->nz * sizeof *v->at);
  if (!v->at)
    exit(1);
  /* parallel */
  for (int z = 0; z < v->nz; z++) {
    v->at[z] = malloc((size_t)v->ny * sizeof **v->at);
    /* parallel */
    for (int y = 0; y < v->ny; y++)
      v->at[z][y] = malloc((size_t)v->nx * sizeof ***v->at);
  }
  /* parallel */
  for (int z = 0; z < v->nz; z++)
    /* parallel */
    for (int y = 0; y < v->ny; y++)
      /* parallel */
      for (int x = 0; x < v->nx; x++)
        v->at[z][y][x] = (float)(x + y * 10 + z * 100);
}

static void fixed_table(int n) {
  static int first[100], second[100], third[100];
  int *const table[3] = {first, second, third};
  /* parallel */
  for (int t = 0; t < 3; t++)
    /* parallel */
    for (int i = 0; i < n; i++)
      table[t][i] = t * 100 + i;
  suite_show("third", third, sizeof third);
}

static char **make_names(int n) {
  char **names = malloc((size_t)n * sizeof *names);
  if (!names)
    exit(1);
  /* parallel */
  for (int i = 0; i < n; i++) {
    char text[32];
    snprintf(text, sizeof text, "name%d", i * 7);
    names[i] = malloc(strlen(text) + 1);
    if (names[i])
      strcpy(names[i], text);
  }
  return names;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 20, 90);
  double **a = make_rows(n, n), **b = make_rows(n, n), **c = make_rows(n, n);
  fill_rows(a, n, n);
  fill_rows(b, n, n);
  multiply_rows(c, a, b, n);
  struct matrix m = make_matrix(n, n + 1), other = make_matrix(n, n + 1), sum = make_matrix(n, n + 1);
  fill_matrix(&m);
  fill_matrix(&other);
  add_matrices(&sum, &m, &other);
  struct image picture = make_image(n, n + 3);
  draw(&picture);
  invert(&picture);
  struct volume v = {n, 5, 4, NULL};
  fill_volume(&v);
  fixed_table(n);
  char **names = make_names(n);
  printf("%s %g %g %g %d %g\n", names[n - 1], c[n - 1][0], trace(&sum), sum.cells[n], picture.rows[n][0], (double)v.at[3][4][n - 1]);
  free_rows(a, n);
  free_rows(b, n);
  free_rows(c, n);
  /* parallel */
  for (int i = 0; i < n; i++)
    free(names[i]);
  free(names);
  /* parallel */
  for (int z = 0; z < v.nz; z++) {
    /* parallel */
    for (int y = 0; y < v.ny; y++)
      free(v.at[z][y]);
    free(v.at[z]);
  }
  free(v.at);
  free(picture.rows[0]);
  free(picture.rows);
  free(m.cells);
  free(other.cells);
  free(sum.cells);
  return 0;
}
