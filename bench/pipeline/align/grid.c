#include "align.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* >name, then lines of letters up to the next name. */
int read_sequence(FILE *in, sequence *s) {
  char line[256];
  int size = 4096;
  int c = getc(in);
  s->name = s->letters = NULL;
  s->length = 0;
  if (c != '>' || fgets(line, sizeof line, in) == NULL)
    return 0;
  line[strcspn(line, "\n")] = '\0';
  s->name = strdup(line);
  s->letters = malloc((size_t)size);
  while (s->letters != NULL && (c = getc(in)) != EOF && c != '>') {
    if (isspace(c))
      continue;
    if (s->length == size) {
      size *= 2;
      char *larger = realloc(s->letters, (size_t)size);
      if (larger == NULL)
        return 0;
      s->letters = larger;
    }
    s->letters[s->length++] = (char)toupper(c);
  }
  if (c == '>')
    ungetc(c, in);
  return s->name != NULL && s->letters != NULL;
}

void sequence_free(sequence *s) {
  free(s->name);
  free(s->letters);
}

int grid_init(grid *g, int rows, int columns) {
  size_t cells = (size_t)rows * (size_t)columns;
  g->rows = rows;
  g->columns = columns;
  g->best = malloc(cells * sizeof *g->best);
  g->down = malloc((size_t)columns * sizeof *g->down);
  g->way = malloc(cells);
  return g->best != NULL && g->down != NULL && g->way != NULL;
}

void grid_free(grid *g) {
  free(g->best);
  free(g->down);
  free(g->way);
}

void first_row(grid *g, const scores *by) {
  g->best[0] = 0;
  g->way[0] = DIAGONAL;
  for (int j = 1; j < g->columns; j++) {
    g->best[j] = -by->open - by->extend * j;
    g->way[j] = LEFT | (j > 1 ? LEFT_EXTENDS : 0);
  }
  for (int j = 0; j < g->columns; j++)
    g->down[j] = g->best[j] - by->open;
}

void fill_row(grid *g, const sequence *a, const sequence *b, const scores *by, int i) {
  int32_t *now = g->best + (size_t)i * g->columns;
  const int32_t *before = now - g->columns;
  uint8_t *way = g->way + (size_t)i * g->columns;
  now[0] = -by->open - by->extend * i;
  way[0] = (uint8_t)(UP | (i > 1 ? UP_EXTENDS : 0));
  int32_t left = now[0] - by->open;
  for (int j = 1; j < g->columns; j++) {
    uint8_t mark = 0;
    int32_t opened = before[j] - by->open - by->extend;
    int32_t extended = g->down[j] - by->extend;
    if (extended > opened)
      mark |= UP_EXTENDS;
    int32_t up = extended > opened ? extended : opened;
    g->down[j] = up;
    opened = now[j - 1] - by->open - by->extend;
    extended = left - by->extend;
    if (extended > opened)
      mark |= LEFT_EXTENDS;
    left = extended > opened ? extended : opened;
    int32_t score = before[j - 1];
    score += a->letters[i - 1] == b->letters[j - 1] ? by->match : -by->mismatch;
    if (up > score) {
      score = up;
      mark |= UP;
    }
    if (left > score) {
      score = left;
      mark = (uint8_t)((mark & ~FROM) | LEFT);
    }
    now[j] = score;
    way[j] = mark;
  }
}

static void print_lines(const char *above, const char *below, int length, FILE *out) {
  for (int at = 0; at < length; at += 60) {
    int count = length - at < 60 ? length - at : 60;
    fprintf(out, "%.*s\n", count, above + at);
    for (int i = at; i < at + count; i++)
      putc(above[i] == below[i] ? '|' : ' ', out);
    fprintf(out, "\n%.*s\n\n", count, below + at);
  }
}

static void reverse(char *text, int length) {
  for (int i = 0; i < length / 2; i++) {
    char c = text[i];
    text[i] = text[length - 1 - i];
    text[length - 1 - i] = c;
  }
}

void print_alignment(const grid *g, const sequence *a, const sequence *b, FILE *out) {
  int i = a->length, j = b->length, length = 0, in_gap = 0;
  char *above = malloc((size_t)(i + j) + 1), *below = malloc((size_t)(i + j) + 1);
  if (above == NULL || below == NULL) {
    free(above);
    free(below);
    return;
  }
  while (i > 0 || j > 0) {
    uint8_t way = g->way[(size_t)i * g->columns + j];
    int from = in_gap != 0 ? in_gap : way & FROM;
    above[length] = from == LEFT ? '-' : a->letters[i - 1];
    below[length] = from == UP ? '-' : b->letters[j - 1];
    in_gap = (from == UP && (way & UP_EXTENDS)) || (from == LEFT && (way & LEFT_EXTENDS)) ? from : 0;
    i -= from != LEFT;
    j -= from != UP;
    length++;
  }
  reverse(above, length);
  reverse(below, length);
  print_lines(above, below, length, out);
  free(above);
  free(below);
}

/* How many letters must be inserted, removed or replaced. One row of numbers is enough. */
int edit_distance(const sequence *a, const sequence *b, int *row) {
  for (int j = 0; j <= b->length; j++)
    row[j] = j;
  for (int i = 1; i <= a->length; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= b->length; j++) {
      int replaced = diagonal + (a->letters[i - 1] != b->letters[j - 1]);
      int least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
      diagonal = row[j];
      row[j] = replaced < least ? replaced : least;
    }
  }
  return row[b->length];
}
