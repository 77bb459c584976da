#include "relax.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int plate_init(plate *p, int width, int height) {
  size_t points = (size_t)width * (size_t)height;
  p->width = width;
  p->height = height;
  p->heat = calloc(points, sizeof *p->heat);
  p->source = calloc(points, sizeof *p->source);
  p->conductance = calloc(2 * points, sizeof *p->conductance);
  p->is_fixed = calloc(points, 1);
  if (p->heat == NULL || p->source == NULL || p->conductance == NULL || p->is_fixed == NULL)
    return 0;
  for (size_t i = 0; i < 2 * points; i++)
    p->conductance[i] = 1;
  for (int x = 0; x < width; x++)
    p->is_fixed[x] = p->is_fixed[(size_t)(height - 1) * width + x] = 1;
  for (int y = 0; y < height; y++)
    p->is_fixed[(size_t)y * width] = p->is_fixed[(size_t)y * width + width - 1] = 1;
  return 1;
}

void plate_free(plate *p) {
  free(p->heat);
  free(p->source);
  free(p->conductance);
  free(p->is_fixed);
}

static int clamp(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

static void set_rectangle(plate *p, const int *corner, const char *what, double value) {
  int left = clamp(corner[0], p->width - 1), top = clamp(corner[1], p->height - 1);
  int right = clamp(corner[2], p->width - 1), bottom = clamp(corner[3], p->height - 1);
  for (int y = top; y <= bottom; y++)
    for (int x = left; x <= right; x++) {
      size_t i = (size_t)y * p->width + x;
      if (strcmp(what, "fixed") == 0) {
        p->is_fixed[i] = 1;
        p->heat[i] = value;
      } else if (strcmp(what, "source") == 0) {
        p->source[i] = value;
      } else {
        p->conductance[2 * i] = p->conductance[2 * i + 1] = value;
      }
    }
}

/* plate WIDTH HEIGHT, then lines of WHAT LEFT TOP RIGHT BOTTOM VALUE. */
int read_plate(FILE *in, plate *p) {
  char line[128], what[16];
  int width, height, corner[4];
  double value;
  if (fgets(line, sizeof line, in) == NULL || sscanf(line, "plate %d %d", &width, &height) != 2 || width < 3 ||
      height < 3 || width > 20000 || height > 20000)
    return 0;
  if (!plate_init(p, width, height))
    return 0;
  while (fgets(line, sizeof line, in) != NULL) {
    if (line[0] == '#' || line[0] == '\n')
      continue;
    if (sscanf(line, "%15s %d %d %d %d %lf", what, &corner[0], &corner[1], &corner[2], &corner[3], &value) != 6)
      return 0;
    set_rectangle(p, corner, what, value);
  }
  return 1;
}

/* Moves each point of the row towards the mean of its neighbors, of which two are new already.
 * Returns the largest change. */
double relax_row(plate *p, int y, double factor) {
  double *row = p->heat + (size_t)y * p->width;
  const double *above = row - p->width, *below = row + p->width;
  const double *source = p->source + (size_t)y * p->width;
  const double *here = p->conductance + 2 * (size_t)y * p->width;
  const double *up = here - 2 * p->width;
  const unsigned char *is_fixed = p->is_fixed + (size_t)y * p->width;
  double most = 0;
  for (int x = 1; x < p->width - 1; x++) {
    if (is_fixed[x])
      continue;
    double left = here[2 * x - 2], right = here[2 * x], top = up[2 * x + 1], bottom = here[2 * x + 1];
    double mean = left * row[x - 1] + right * row[x + 1] + top * above[x] + bottom * below[x];
    double change = (mean + source[x]) / (left + right + top + bottom) - row[x];
    row[x] += factor * change;
    if (fabs(change) > most)
      most = fabs(change);
  }
  return most;
}

int write_plate(const plate *p, FILE *out) {
  double low = 1e300, high = -1e300;
  size_t points = (size_t)p->width * (size_t)p->height;
  for (size_t i = 0; i < points; i++) {
    low = p->heat[i] < low ? p->heat[i] : low;
    high = p->heat[i] > high ? p->heat[i] : high;
  }
  fprintf(out, "P5\n%d %d\n65535\n", p->width, p->height);
  for (size_t i = 0; i < points; i++) {
    int value = high > low ? (int)((p->heat[i] - low) / (high - low) * 65535) : 0;
    putc(value >> 8, out);
    putc(value & 255, out);
  }
  return !ferror(out);
}

void print_profile(const plate *p) {
  for (int i = 1; i < 10; i++) {
    int y = p->height * i / 10;
    double sum = 0, weighted = 0;
    for (int x = 0; x < p->width; x++) {
      sum += p->heat[(size_t)y * p->width + x];
      weighted += p->heat[(size_t)y * p->width + x] * x;
    }
    printf("row %d: mean %.9g, center %.9g\n", y, sum / p->width, sum != 0 ? weighted / sum : 0);
  }
}
