/*
 * Quantisation: where the bits go.
 *
 * A line x is coded as the integer nearest to (|x| / step)^(3/4), and each band has its
 * own step, 2^(1/4) per unit of its scalefactor. The task is to find scalefactors such
 * that the noise in each band stays as far below (or as little above) the masking
 * threshold as the bit budget permits. Two nested loops do it, as in the standard's
 * informative annex, with a better start and a cheaper inner loop:
 *
 *   start         the noise of a step is predicted in closed form from the band's form
 *                 factor, sum |x|^(1/2), which gives each band the step whose noise is
 *                 just the allowed one;
 *   inner loop    one offset for all bands is found by bisection, so that the bits,
 *                 counted exactly with the best sections, fit the budget;
 *   outer loop    the noise of each band is measured. Bands noisier than the rest get
 *                 a finer step, quieter ones a coarser step, and the inner loop runs
 *                 again around the last offset.
 *
 *   refinement    in the last rounds, scalefactors around those of the last round are
 *                 tried for each band, and the path through them is taken that has the
 *                 least sum of noise over mask and of bits, spectrum and scalefactor
 *                 differences together (a Viterbi search; after Aggarwal, Regunathan and
 *                 Rose 2001).
 *
 * The best round counts: the one with the least sum of noise over mask, weighted by the
 * lines of each band, with bits as a tie-break. Rounds and bisection steps are bounded,
 * so the work per frame is nearly constant.
 *
 * Standard: ISO/IEC 14496-3, 4.6.1 and 4.6.2; ISO/IEC 13818-7, annex C.
 */
#include "quantise.h"

#include <math.h>
#include <stdlib.h>

enum {
    LEVEL_ROUNDS = 9,
    REFINE_ROUNDS = 4,
    REACH = 2,          /* scalefactors tried on either side when refining */
    CHOICES = 2 * REACH + 1,
    COARSEST_OFFSET = 160,
    NEARBY = 3          /* later rounds search this far around the last offset */
};

static const float rounding = 0.4054f;
static const float bit_price = 1.4f; /* noise-to-mask times lines that a bit is worth */

/* The scalefactors under trial. */
typedef struct Search {
    const QuantiserTables *tables;
    const BitCounts *counts;
    const QuantiserTask *task;
    float root[FRAME_LENGTH];  /* |x|^(3/4) of the lines */
    int start[MAX_BANDS];      /* scalefactors before the common offset */
    int least[MAX_BANDS];      /* the smallest that keep the values codable */
    int silent[MAX_BANDS];     /* from here on a band is quantised to nothing but zeros */
} Search;

void quantiser_init(QuantiserTables *tables)
{
    for (int sf = 0; sf < SCALEFACTORS; sf++) {
        tables->step[sf] = (float)pow(2.0, (sf - SCALEFACTOR_UNITY) / 4.0);
        tables->inverse[sf] = (float)pow(2.0, -0.1875 * (sf - SCALEFACTOR_UNITY));
    }
    for (int n = 0; n <= MAX_QUANTISED; n++)
        tables->power43[n] = (float)pow(n, 4.0 / 3.0);
}

/* |x|^(3/4) of all coded lines. */
static void take_roots(const float *spectrum, int count, float *root)
{
    for (int i = 0; i < count; i++) {
        float magnitude = fabsf(spectrum[i]);
        root[i] = sqrtf(magnitude * sqrtf(magnitude));
    }
}

static float peak_of(const float *root, const float *end)
{
    float peak = 0.0f;
    while (root < end) {
        float value = *root++;
        if (value > peak)
            peak = value;
    }
    return peak;
}

/* The smallest scalefactor at which `peak`, a root, is quantised to at most `largest`. */
static int scalefactor_for(float peak, float largest)
{
    if (peak <= 0.0f)
        return 0;
    float sf = SCALEFACTOR_UNITY + log2f(peak / largest) / 0.1875f;
    if (sf <= 0.0f)
        return 0;
    return sf >= SCALEFACTORS - 1 ? SCALEFACTORS - 1 : (int)ceilf(sf);
}

/* The scalefactor whose noise is the allowed one, by the form factor of the band. */
static int predicted_scalefactor(const float *line, int width, float allowed)
{
    float form = 1e-6f;
    for (int i = 0; i < width; i++)
        form += sqrtf(fabsf(line[i]));
    float sf = SCALEFACTOR_UNITY + 8.0f / 3.0f * log2f(6.75f * allowed / form);
    if (sf <= 0.0f)
        return 0;
    return sf >= SCALEFACTORS - 1 ? SCALEFACTORS - 1 : (int)floorf(sf);
}

static void start_search(Search *search, const QuantiserTables *tables, const BitCounts *counts,
                         const QuantiserTask *task)
{
    const BandLayout *bands = task->bands;
    search->tables = tables;
    search->counts = counts;
    search->task = task;
    take_roots(task->spectrum, bands->start[bands->count], search->root);
    for (int b = 0; b < bands->count; b++) {
        int first = bands->start[b];
        int end = bands->start[b + 1];
        float peak = peak_of(search->root + first, search->root + end);
        search->start[b] =
            predicted_scalefactor(task->spectrum + first, end - first, task->allowed[b]);
        search->silent[b] = scalefactor_for(peak, 1.0f - rounding);
        search->least[b] = scalefactor_for(peak, (float)MAX_QUANTISED - 1.0f);
    }
}

static void quantise_band(const float *line, const float *root, int width, float inverse,
                          int *quantised)
{
    for (int i = 0; i < width; i++) {
        int magnitude = (int)(root[i] * inverse + rounding);
        quantised[i] = line[i] < 0.0f ? -magnitude : magnitude;
    }
}

static int is_silent(const int *quantised, int width)
{
    for (int i = 0; i < width; i++)
        if (quantised[i] != 0)
            return 0;
    return 1;
}

/* Scalefactors may differ by at most 60 from one sounding band to the next. Keeping them
   within 60 of the largest is enough; bands that much softer are inaudible. */
static void shift_scalefactors(const Search *search, int offset, int *out)
{
    int count = search->task->bands->count;
    int highest = 0;
    for (int b = 0; b < count; b++) {
        int sf = search->start[b] + offset;
        if (sf < search->least[b])
            sf = search->least[b];
        if (sf > SCALEFACTORS - 1)
            sf = SCALEFACTORS - 1;
        out[b] = sf;
        if (sf > highest && sf < search->silent[b])
            highest = sf;
    }
    for (int b = 0; b < count; b++)
        if (out[b] < highest - MAX_SCALEFACTOR_STEP)
            out[b] = highest - MAX_SCALEFACTOR_STEP;
}

/* Silent bands inside a section send a scalefactor too: the cheapest, no change. */
static void repeat_over_silence(const BandLayout *bands, const int *quantised, int *scalefactor)
{
    int sounds[MAX_BANDS];
    int last = SCALEFACTOR_UNITY;
    for (int b = bands->count - 1; b >= 0; b--) {
        const int *line = quantised + bands->start[b];
        sounds[b] = !is_silent(line, bands->start[b + 1] - bands->start[b]);
        if (sounds[b])
            last = scalefactor[b];
    }
    for (int b = 0; b < bands->count; b++) {
        if (sounds[b])
            last = scalefactor[b];
        scalefactor[b] = last;
    }
}

/* Quantises everything with the start scalefactors moved by `offset`; returns the bits. */
static int try_offset(const Search *search, int offset, Coding *out)
{
    const BandLayout *bands = search->task->bands;
    shift_scalefactors(search, offset, out->scalefactor);
    for (int b = 0; b < bands->count; b++) {
        int first = bands->start[b];
        quantise_band(search->task->spectrum + first, search->root + first,
                      bands->start[b + 1] - first, search->tables->inverse[out->scalefactor[b]],
                      out->quantised + first);
    }
    repeat_over_silence(bands, out->quantised, out->scalefactor);
    out->bits = choose_books(search->counts, bands, out->quantised, out->book) +
                count_scalefactor_bits(bands, out->book, out->scalefactor);
    return out->bits;
}

static float band_noise(const QuantiserTables *tables, const float *line, const int *quantised,
                        int width, float step)
{
    float noise = 0.0f;
    for (int i = 0; i < width; i++) {
        int q = quantised[i];
        float magnitude = tables->power43[q < 0 ? -q : q] * step;
        float error = fabsf(line[i]) - magnitude;
        noise += error * error;
    }
    return noise;
}

/* Noise over mask of every band; returns the weighted sum that judges a coding. */
static float measure_noise(const Search *search, const Coding *coding, float *over_mask)
{
    const QuantiserTables *tables = search->tables;
    const QuantiserTask *task = search->task;
    float sum = 0.0f;
    for (int b = 0; b < task->bands->count; b++) {
        int first = task->bands->start[b];
        int width = task->bands->start[b + 1] - first;
        float noise = band_noise(tables, task->spectrum + first, coding->quantised + first, width,
                                 tables->step[coding->scalefactor[b]]);
        over_mask[b] = noise / task->allowed[b];
        sum += over_mask[b] * (float)width;
    }
    return sum + bit_price * (float)coding->bits;
}

/* The mean noise over mask of the bands that sound, by lines, as a factor. */
static float common_level(const BandLayout *bands, const float *over_mask, const uint8_t *book)
{
    float sum = 0.0f;
    float lines = 1.0f;
    for (int b = 0; b < bands->count; b++) {
        if (book[b] == 0)
            continue;
        float width = (float)(bands->start[b + 1] - bands->start[b]);
        sum += width * log2f(over_mask[b] + 1e-6f);
        lines += width;
    }
    return exp2f(sum / lines);
}

/* Moves each band towards the common level of noise over mask. */
static void level_out(Search *search, const float *over_mask, const uint8_t *book)
{
    const BandLayout *bands = search->task->bands;
    int *start = search->start;
    float level = common_level(bands, over_mask, book);
    for (int b = 0; b < bands->count; b++) {
        if (over_mask[b] > 1.25f * level && start[b] > 0)
            start[b] -= over_mask[b] > 2.5f * level ? 2 : 1;
        else if (book[b] != 0 && over_mask[b] < 0.7f * level && start[b] < SCALEFACTORS - 1)
            start[b]++;
    }
}

/* Noise over mask plus the price of the bits, for each scalefactor around `middle`. */
static void price_choices(const Search *search, int band, int middle, float price, float *cost)
{
    const QuantiserTask *task = search->task;
    int quantised[FRAME_LENGTH];
    int first = task->bands->start[band];
    int width = task->bands->start[band + 1] - first;
    for (int choice = 0; choice < CHOICES; choice++) {
        int sf = middle + choice - REACH;
        if (sf < search->least[band] || sf > SCALEFACTORS - 1) {
            cost[choice] = 1e30f;
            continue;
        }
        quantise_band(task->spectrum + first, search->root + first, width,
                      search->tables->inverse[sf], quantised);
        float noise = band_noise(search->tables, task->spectrum + first, quantised, width,
                                 search->tables->step[sf]);
        int bits = cheapest_band_bits(search->counts, quantised, width);
        cost[choice] = noise / task->allowed[band] * (float)width + price * (float)bits;
    }
}

/* The cheapest way to each choice of the next band, `step` above the same choice of the
   band before; adds its cost to `cost`. */
static void add_cheapest_step(const float *before, int step, float price, float *cost,
                              uint8_t *from)
{
    for (int to = 0; to < CHOICES; to++) {
        float least = 2e30f;
        for (int choice = 0; choice < CHOICES; choice++) {
            int difference = abs(step + to - choice);
            if (difference > MAX_SCALEFACTOR_STEP)
                continue;
            int bits = scalefactor_lengths[step + to - choice + MAX_SCALEFACTOR_STEP];
            float total = before[choice] + price * (float)bits;
            if (total < least) {
                least = total;
                from[to] = (uint8_t)choice;
            }
        }
        cost[to] += least;
    }
}

/* Chooses the scalefactors of all sounding bands together; silent bands stay. */
static void refine(Search *search, const float *over_mask, const Coding *coding, int offset)
{
    const BandLayout *bands = search->task->bands;
    float price = bit_price * common_level(bands, over_mask, coding->book);
    float cost[MAX_BANDS][CHOICES];
    uint8_t from[MAX_BANDS][CHOICES];
    int path[MAX_BANDS];
    int count = 0;

    for (int b = 0; b < bands->count; b++) {
        int first = bands->start[b];
        if (coding->book[b] == 0 ||
            is_silent(coding->quantised + first, bands->start[b + 1] - first))
            continue;
        price_choices(search, b, coding->scalefactor[b], price, cost[count]);
        if (count > 0)
            add_cheapest_step(cost[count - 1],
                              coding->scalefactor[b] - coding->scalefactor[path[count - 1]], price,
                              cost[count], from[count]);
        path[count++] = b;
    }
    int choice = 0;
    for (int k = 1; count > 0 && k < CHOICES; k++)
        if (cost[count - 1][k] < cost[count - 1][choice])
            choice = k;
    while (--count >= 0) {
        int b = path[count];
        search->start[b] = coding->scalefactor[b] + choice - REACH - offset;
        if (count > 0)
            choice = from[count][choice];
    }
}

/* The inner loop: the finest offset between `low` and `high` that fits the budget. The
   coarsest is taken to fit. */
static int bisect(const Search *search, int low, int high, Coding *out)
{
    int last = high + 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (try_offset(search, middle, out) <= search->task->budget)
            high = middle;
        else
            low = middle + 1;
        last = middle;
    }
    if (last != high)
        try_offset(search, high, out);
    return high;
}

/* The same around a known offset; widens the range when the budget asks for it. */
static int bisect_nearby(const Search *search, int near, Coding *out)
{
    int finest = search->task->finest;
    int low = near - NEARBY < finest ? finest : near - NEARBY;
    int high = near + NEARBY > COARSEST_OFFSET ? COARSEST_OFFSET : near + NEARBY;
    int offset = bisect(search, low, high, out);
    if (out->bits > search->task->budget)
        offset = bisect(search, high, COARSEST_OFFSET, out);
    return offset;
}

int quantise_spectrum(const QuantiserTables *tables, const BitCounts *counts,
                      const QuantiserTask *task, Coding *best)
{
    float over_mask[MAX_BANDS];
    Search search;
    Coding trial;
    float best_score = 0.0f;

    start_search(&search, tables, counts, task);
    int offset = bisect(&search, task->finest, COARSEST_OFFSET, &trial);
    for (int round = 0; round <= LEVEL_ROUNDS + REFINE_ROUNDS; round++) {
        if (round > 0)
            offset = bisect_nearby(&search, offset, &trial);
        float score = measure_noise(&search, &trial, over_mask);
        if (round == 0 || score < best_score) {
            best_score = score;
            *best = trial;
        }
        if (round < LEVEL_ROUNDS)
            level_out(&search, over_mask, trial.book);
        else
            refine(&search, over_mask, &trial, offset);
    }
    return best->bits;
}
