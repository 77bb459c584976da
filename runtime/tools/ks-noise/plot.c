/* Plots as one SVG file without other files: for each thread the noise over time, its histogram and
 * its spectrum. The first two are the two windows of the document's Octave script.
 *
 * The picture uses the reader's choice of light or dark colors, and is black on white in print. A
 * panel has at most one point for each of its columns, the highest in that column, so the file
 * stays small and no spike is lost.
 */
#include "analysis.h"

#include <math.h>
#include <stdlib.h>

enum {
  WIDTH = 1200,
  PANEL_WIDTH = 330,
  PANEL_HEIGHT = 190,
  LEFT = 62,
  TOP = 64,
  GAP = 62,
  STEP = 270
};

static const char style[] =
    "<style>\n"
    ".p{fill:#fff}.t{fill:#222;font:12px sans-serif}.h{font-weight:bold;font-size:14px}\n"
    ".a{stroke:#888;fill:none}.d{stroke:#0b62a8;fill:none;stroke-width:1}.b{fill:#0b62a8}\n"
    ".k{stroke:#c2410c;stroke-dasharray:3 3;fill:none}.m{fill:#c2410c;font:11px sans-serif}\n"
    "@media (prefers-color-scheme:dark){.p{fill:#16181d}.t{fill:#e4e6ea}.a{stroke:#8a8f98}\n"
    ".d{stroke:#6cb6ff}.b{fill:#6cb6ff}.k{stroke:#ffa657}.m{fill:#ffa657}}\n"
    "@media print{.p{fill:#fff}.t{fill:#000}.a{stroke:#444}.d{stroke:#000}.b{fill:#444}\n"
    ".k{stroke:#000}.m{fill:#000}}\n"
    "</style>\n";

typedef struct panel {
  double left, top;
  double max_x, min_y, max_y; /* from 0 in x */
} panel;

static double place_x(const panel *in, double x) {
  return in->left + (in->max_x > 0 ? x / in->max_x : 0) * PANEL_WIDTH;
}

static double place_y(const panel *in, double y) {
  double range = in->max_y - in->min_y;
  return in->top + PANEL_HEIGHT - (range > 0 ? (y - in->min_y) / range : 0) * PANEL_HEIGHT;
}

static void put_text(FILE *file, const char *kind, double x, double y, const char *anchor,
                     const char *text) {
  fprintf(file, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", kind, x,
          y, anchor, text);
}

static void put_frame(FILE *file, const panel *in, const char *title, const char *unit,
                      int is_logarithmic) {
  char text[32];
  fprintf(file, "<rect class=\"a\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", in->left,
          in->top, PANEL_WIDTH, PANEL_HEIGHT);
  put_text(file, "t", in->left, in->top - 8, "start", title);
  for (int i = 0; i <= 2; i++) {
    double y = in->min_y + (in->max_y - in->min_y) * i / 2;
    snprintf(text, sizeof text, "%.4g", is_logarithmic ? pow(10, y) : y);
    put_text(file, "t", in->left - 6, place_y(in, y) + 4, "end", text);
    snprintf(text, sizeof text, "%.4g%s%s", in->max_x * i / 2, i == 2 ? " " : "",
             i == 2 ? unit : "");
    put_text(file, "t", place_x(in, in->max_x * i / 2), in->top + PANEL_HEIGHT + 17,
             i == 2 ? "end" : (i == 0 ? "start" : "middle"), text);
  }
}

/* The highest of the values that fall in each column. */
static void put_curve(FILE *file, const panel *in, const double *values, size_t count,
                      int is_logarithmic) {
  double most[PANEL_WIDTH];
  for (int i = 0; i < PANEL_WIDTH; i++)
    most[i] = -INFINITY;
  for (size_t i = 0; i < count; i++) {
    double value = is_logarithmic ? log10(fmax(values[i], 1e-300)) : values[i];
    size_t column = (size_t)((double)i * PANEL_WIDTH / (double)count);
    most[column] = fmax(most[column], value);
  }
  fputs("<polyline class=\"d\" points=\"", file);
  for (int i = 0; i < PANEL_WIDTH; i++)
    if (isfinite(most[i]))
      fprintf(file, "%.1f,%.1f ", in->left + i + 0.5, place_y(in, fmax(most[i], in->min_y)));
  fputs("\"/>\n", file);
}

static double largest(const double *values, size_t count) {
  double most = 0;
  for (size_t i = 0; i < count; i++)
    most = fmax(most, values[i]);
  return most;
}

static void plot_noise(FILE *file, const thread_analysis *of, panel in) {
  in.max_x = of->detours.watched_ns / 1e9;
  in.max_y = largest(of->noise, of->noise_count);
  put_frame(file, &in, "scaled noise over time", "s", 0);
  put_curve(file, &in, of->noise, of->noise_count, 0);
}

static void plot_histogram(FILE *file, const thread_analysis *of, panel in, int bins) {
  double *counts = calloc((size_t)bins, sizeof *counts);
  if (counts == NULL)
    return;
  in.max_x = largest(of->noise, of->noise_count);
  for (size_t i = 0; i < of->noise_count; i++) {
    double share = in.max_x > 0 ? of->noise[i] / in.max_x : 0;
    int bin = (int)(share * bins);
    counts[bin < bins ? bin : bins - 1]++;
  }
  in.max_y = fmax(1, ceil(log10(largest(counts, (size_t)bins) + 1)));
  put_frame(file, &in, "samples by scaled noise", "", 1);
  for (int i = 0; i < bins; i++) {
    double top = place_y(&in, counts[i] > 0 ? fmax(log10(counts[i]), in.max_y / 100) : 0);
    if (counts[i] > 0)
      fprintf(file, "<rect class=\"b\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"/>\n",
              in.left + (double)i * PANEL_WIDTH / bins, top, (double)PANEL_WIDTH / bins,
              in.top + PANEL_HEIGHT - top);
  }
  free(counts);
}

static void plot_spectrum(FILE *file, const thread_analysis *of, panel in) {
  enum { MARKED = 4 };
  const spectrum *found = &of->spectrum;
  char text[32];
  double most = found->count > 1 ? largest(found->power + 1, found->count - 1) : 0;
  in.max_x = found->bin_hz * (double)found->count;
  in.max_y = ceil(log10(fmax(most, 1e-300)));
  in.min_y = in.max_y - 6;
  if (most <= 0) {
    put_text(file, "t", in.left, in.top - 8, "start",
             found->count > 0 ? "spectrum: no noise at all" : "spectrum: too few samples");
    return;
  }
  put_frame(file, &in, "power spectrum of the lost time", "Hz", 1);
  put_curve(file, &in, found->power, found->count, 1);
  for (int i = 0; i < found->peaks && i < MARKED; i++) {
    double x = place_x(&in, found->peak[i].hz);
    fprintf(file, "<path class=\"k\" d=\"M%.1f %.1fv%d\"/>\n", x, in.top, PANEL_HEIGHT);
    snprintf(text, sizeof text, "%.4g Hz", found->peak[i].hz);
    put_text(file, "m", x + 3, in.top + 12 + 13 * i,
             x > in.left + PANEL_WIDTH - 70 ? "end" : "start", text);
  }
}

static void plot_detours(FILE *file, const thread_analysis *of, panel in) {
  const detours *found = &of->detours;
  in.max_x = found->watched_ns / 1e9;
  for (size_t i = 0; i < found->count; i++)
    in.max_y = fmax(in.max_y, found->list[i].length_ns / 1e3);
  put_frame(file, &in, "detours: begin, length in us", "s", 0);
  double last_x = -1, highest = 0;
  for (size_t i = 0; i < found->count; i++) {
    double x = floor(place_x(&in, found->list[i].begin_ns / 1e9));
    double y = found->list[i].length_ns / 1e3;
    highest = x == last_x ? highest : 0;
    last_x = x;
    if (y <= highest)
      continue;
    highest = y;
    fprintf(file, "<path class=\"d\" d=\"M%.1f %.1fV%.1f\"/>\n", x + 0.5, in.top + PANEL_HEIGHT,
            place_y(&in, y));
  }
}

static void plot_thread(FILE *file, const thread_analysis *of, int row, int bins) {
  panel in = {.left = LEFT, .top = TOP + row * STEP + 20};
  char text[64];
  snprintf(text, sizeof text, of->series.core >= 0 ? "thread %d, core %d" : "thread %d",
           of->series.thread, of->series.core);
  put_text(file, "t h", LEFT, in.top - 26, "start", text);
  if (of->series.mode == NOISE_DETOUR) {
    plot_detours(file, of, in);
    return;
  }
  plot_noise(file, of, in);
  in.left += PANEL_WIDTH + GAP;
  plot_histogram(file, of, in, bins);
  in.left += PANEL_WIDTH + GAP;
  plot_spectrum(file, of, in);
}

void write_plots(FILE *file, const measurement *of, int bins) {
  int height = TOP + (int)of->count * STEP;
  char title[160];
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
          "height=\"%d\" role=\"img\">\n<title>ks-noise %s</title>\n%s"
          "<rect class=\"p\" width=\"%d\" height=\"%d\"/>\n",
          WIDTH, height, WIDTH, height, mode_names[of->mode], style, WIDTH, height);
  snprintf(title, sizeof title, "ks-noise %s: %zu thread%s%s", mode_names[of->mode], of->count,
           of->count == 1 ? "" : "s",
           of->mode != NOISE_FWQ      ? ""
           : has_diminutive_noise(of) ? ", quiet"
                                      : ", noisy");
  put_text(file, "t h", LEFT, 28, "start", title);
  for (size_t i = 0; i < of->count; i++)
    plot_thread(file, &of->threads[i], (int)i, bins);
  fputs("</svg>\n", file);
}
