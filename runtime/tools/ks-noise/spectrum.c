/* Noise that recurs every T seconds makes a comb in the spectrum: lines at 1/T, 2/T, and so on, all
 * of similar height, and more of them for shorter detours. So a list of the highest lines would
 * name one culprit ten times. The combs are what matters.
 *
 *   1. The Fourier transform of the lost share of each interval, less its mean, under a Hann
 *      window, over the largest power of two of intervals that there are, or nearly are: a few
 *      missing ones, such as FTQ's first sample, count as quiet.
 *   2. Lines: bins higher than their neighbors that stand out of the median of their surroundings.
 *      Without anything periodic the powers of the bins are distributed exponentially, with the
 *      mean at median / ln 2, and the highest of n lies about ln n times above that mean; a line is
 *      what is e^7 times less likely still.
 *   3. Combs: the line whose multiples, as far as they are lines, contain most power is a first
 *      harmonic, if at least half of its first eight multiples are lines; of several with about as
 *      much power, the highest (1/T, not 1/2T). Its lines are removed, and the search continues.
 *
 * The transform is the plain radix-2 one with its factors from a table. For 2^20 points it takes a
 * quarter of a second on a small board, once. A library would have to be available for each target.
 */
#include "spectrum.h"

#include "moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

enum {
  LEAST_SAMPLES = 32,
  AROUND = 128,
  MOST_LINES = 4096,
  CANDIDATES = 256,
  FIRST_FEW = 8,
  FOLDS = 8
};

/* The power of a sine that takes 1e-10 of the time: less is rounding. */
static const double min_power = 1e-20 / 4;

typedef struct line {
  double at; /* in bins */
  double power, times;
  int is_taken;
} line;

static void reverse_order(double *real, double *imaginary, size_t count) {
  for (size_t i = 1, j = 0; i < count; i++) {
    size_t bit = count >> 1;
    for (; (j & bit) != 0; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i >= j)
      continue;
    double r = real[i], m = imaginary[i];
    real[i] = real[j], imaginary[i] = imaginary[j];
    real[j] = r, imaginary[j] = m;
  }
}

static void combine(double *real, double *imaginary, size_t a, size_t b, double c, double s) {
  double r = real[b] * c - imaginary[b] * s, m = real[b] * s + imaginary[b] * c;
  real[b] = real[a] - r, imaginary[b] = imaginary[a] - m;
  real[a] += r, imaginary[a] += m;
}

int transform(double *real, double *imaginary, size_t count) {
  double *factors = calloc(count + 2, sizeof *factors);
  if (factors == NULL)
    return 0;
  for (size_t k = 0; k < count / 2; k++) {
    factors[2 * k] = cos(2 * PI * (double)k / (double)count);
    factors[2 * k + 1] = -sin(2 * PI * (double)k / (double)count);
  }
  reverse_order(real, imaginary, count);
  for (size_t half = 1; half < count; half *= 2)
    for (size_t begin = 0; begin < count; begin += 2 * half)
      for (size_t k = 0; k < half; k++) {
        const double *factor = factors + 2 * k * (count / (2 * half));
        combine(real, imaginary, begin + k, begin + k + half, factor[0], factor[1]);
      }
  free(factors);
  return 1;
}

/* Powers such that a sine of amplitude A, which loses A of the time at its worst, sums up to A^2/4
 * over its bins: the window spreads its power over 1.5 bins. */
static int find_power(const lost_shares *of, spectrum *found) {
  size_t points = 2 * found->count, there = of->count < points ? of->count : points;
  double *real = malloc(points * sizeof *real), *imaginary = calloc(points, sizeof *imaginary);
  double mean = 0;
  found->power = malloc(found->count * sizeof *found->power);
  int is_there = real != NULL && imaginary != NULL && found->power != NULL;
  for (size_t i = 0; is_there && i < there; i++)
    mean += of->share[i] / (double)there;
  for (size_t i = 0; is_there && i < points; i++)
    real[i] = i < there ? (of->share[i] - mean) * (1 - cos(2 * PI * (double)i / (double)there)) : 0;
  is_there = is_there && transform(real, imaginary, points);
  for (size_t i = 0; is_there && i < found->count; i++)
    found->power[i] =
        (real[i] * real[i] + imaginary[i] * imaginary[i]) / ((double)points * (double)there) / 1.5;
  free(real);
  free(imaginary);
  return is_there;
}

/* Mean power of bins without lines around each block of bins. */
static double *find_floor(const spectrum *of) {
  size_t blocks = of->count / AROUND + 1;
  double *floors = malloc(blocks * sizeof *floors), some[2 * AROUND];
  for (size_t b = 0; floors != NULL && b < blocks; b++) {
    size_t first = b * AROUND > AROUND / 2 ? b * AROUND - AROUND / 2 : 2, count = 0;
    if (first + 2 * AROUND > of->count)
      first = of->count > 2 * AROUND + 2 ? of->count - 2 * AROUND : 2;
    for (size_t i = first; i < of->count && count < 2 * AROUND; i++)
      some[count++] = of->power[i];
    sort_numbers(some, count);
    floors[b] = percentile(some, count, 0.5) / log(2);
  }
  return floors;
}

static int is_top(const double *power, size_t i) {
  return power[i] > power[i - 1] && power[i] >= power[i + 1] && power[i] >= power[i - 2] &&
         power[i] >= power[i + 2];
}

/* A line between two bins shows in both: for a Hann window its place follows from their ratio. */
static double place_of(const double *power, size_t i) {
  int side = power[i + 1] > power[i - 1] ? 1 : -1;
  double ratio = sqrt(power[side > 0 ? i + 1 : i - 1] / power[i]);
  double shift = (2 * ratio - 1) / (1 + ratio);
  return (double)i + side * (shift > 0 ? shift : 0);
}

static double power_around(const spectrum *of, size_t i) {
  double sum = 0;
  for (size_t k = i - 2; k <= i + 2; k++)
    sum += of->power[k];
  return sum;
}

static int by_power(const void *a, const void *b) {
  double x = ((const line *)a)->power, y = ((const line *)b)->power;
  return (x < y) - (x > y);
}

static int by_place(const void *a, const void *b) {
  double x = ((const line *)a)->at, y = ((const line *)b)->at;
  return (x > y) - (x < y);
}

/* The strongest lines, by place. */
static size_t find_lines(const spectrum *of, line *lines, double variance) {
  double *floors = find_floor(of), times = log((double)of->count) + 7;
  size_t count = 0, room = of->count / 2;
  line *all = malloc((room + 1) * sizeof *all);
  for (size_t i = 3; floors != NULL && all != NULL && i + 3 < of->count; i++) {
    double floor = floors[i / AROUND] + 1e-9 * variance + min_power;
    if (!is_top(of->power, i) || of->power[i] <= times * floor || count >= room)
      continue;
    all[count++] = (line){place_of(of->power, i), power_around(of, i), of->power[i] / floor, 0};
  }
  if (count > 0)
    qsort(all, count, sizeof *all, by_power);
  count = count < MOST_LINES ? count : MOST_LINES;
  if (count > 0) {
    qsort(all, count, sizeof *all, by_place);
    memcpy(lines, all, count * sizeof *all);
  }
  free(all);
  free(floors);
  return count;
}

/* The line nearest to a place, if it is near enough. */
static line *line_at(line *lines, size_t count, double at, double near) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (lines[middle].at < at)
      low = middle + 1;
    else
      high = middle;
  }
  line *best = NULL;
  for (size_t i = low > 0 ? low - 1 : 0; i < count && i <= low; i++)
    if (!lines[i].is_taken && fabs(lines[i].at - at) <= near &&
        (best == NULL || fabs(lines[i].at - at) < fabs(best->at - at)))
      best = &lines[i];
  return best;
}

typedef struct comb {
  double at, power;
  int lines, of_first;
} comb;

/* Where a frequency above the highest one appears, folded back. */
static double fold(double at, double count) {
  double rest = fmod(at, 2 * count);
  return rest <= count ? rest : 2 * count - rest;
}

/* Follows the multiples of a line; when they are taken, also beyond the highest frequency if there
 * are some below it (folded, those of 2/T would coincide with those of 1/T). Each multiple found
 * makes their distance more accurate. The multiples of a very low line are so close that many would
 * match by chance; they must fit better. */
static comb follow(line *lines, size_t count, double at, double end, int is_to_take) {
  comb found = {at, 0, 0, 0};
  double each = at;
  for (int k = 1; k < MOST_HARMONICS && each * k < FOLDS * end; k++) {
    double near = k == 1 ? 0.01 : 0.7;
    int is_folded = each * k >= end;
    if (is_folded && (found.lines < 3 || !is_to_take))
      break;
    line *next = line_at(lines, count, fold(each * k, end), fmin(near, at / 16));
    if (next == NULL)
      continue;
    found.lines++;
    found.of_first += k <= FIRST_FEW;
    found.power += next->power;
    if (!is_folded)
      each = next->at / k;
    if (is_to_take)
      next->is_taken = 1;
  }
  found.at = each;
  return found;
}

static int is_comb(const comb *of, double end) {
  double multiples = floor(end / of->at);
  double expected = multiples < FIRST_FEW ? multiples : FIRST_FEW;
  return 2 * of->of_first >= expected || of->lines == 1;
}

static const line *find_candidate(line *lines, size_t count, double end) {
  line *best = NULL;
  double most = 0;
  for (size_t i = 0, tried = 0; i < count && tried < CANDIDATES; i++) {
    if (lines[i].is_taken)
      continue;
    tried++;
    comb found = follow(lines, count, lines[i].at, end, 0);
    if (is_comb(&found, end) && found.power >= most * 0.98) {
      best = &lines[i];
      most = found.power > most ? found.power : most;
    }
  }
  return best;
}

static void find_combs(spectrum *of, line *lines, size_t count, double variance) {
  double end = (double)of->count;
  const line *first;
  while (of->peaks < MOST_PEAKS && (first = find_candidate(lines, count, end)) != NULL) {
    double times = first->times, lost = 2 * sqrt(first->power);
    comb found = follow(lines, count, first->at, end, 1);
    of->peak[of->peaks++] = (peak){.hz = found.at * of->bin_hz,
                                   .share = fmin(1, 2 * found.power / variance),
                                   .lost = lost,
                                   .harmonics = found.lines,
                                   .times = times,
                                   .error_hz = of->bin_hz / 2};
  }
}

int find_spectrum(const lost_shares *of, spectrum *found) {
  size_t points = LEAST_SAMPLES;
  double variance = 0;
  *found = (spectrum){0};
  if (of->count < LEAST_SAMPLES)
    return 1;
  while ((double)points * 2 * 0.95 <= (double)of->count)
    points *= 2;
  found->count = points / 2;
  found->bin_hz = 1e9 / (of->interval_ns * (double)points);
  if (!find_power(of, found))
    return 0;
  for (size_t i = 1; i < found->count; i++)
    variance += 2 * found->power[i];
  line *lines = malloc(MOST_LINES * sizeof *lines);
  if (lines != NULL && variance > 0)
    find_combs(found, lines, find_lines(found, lines, variance), variance);
  int is_there = lines != NULL;
  free(lines);
  return is_there;
}

void free_spectrum(spectrum *found) {
  free(found->power);
  found->power = NULL;
}
