/*
 * Noiseless coding: codebooks, sections, scalefactor differences.
 *
 * Every scalefactor band is coded with one of twelve codebooks, and neighbouring bands
 * with the same book form a section whose header costs 9 bits (7 in short windows). A
 * larger book may code small values, so joining two bands can be cheaper than coding
 * each with its best book. choose_books finds the cheapest division: it walks over the
 * bands and keeps, for each book, the cheapest way to arrive there with this book
 * open; either the section goes on or a new one starts from the cheapest arrival
 * (the Viterbi algorithm over 12 states).
 *
 * The bits of a band are needed for all books at once, and thousands of times per
 * frame, so the lengths of up to four books are stored side by side in one 64-bit
 * word: one look-up and one addition count four books. A field cannot overflow: a band
 * has at most 256 lines of at most 14 bits.
 *
 * Standard: ISO/IEC 14496-3, 4.6.3 (noiseless coding).
 */
#include "huffman.h"

#include <stdlib.h>

enum { IMPOSSIBLE = 1 << 20 };

static int entry_length(const Codebook *book, const int *value)
{
    int index = 0;
    int signs = 0;
    for (int i = 0; i < book->dimension; i++) {
        int magnitude = abs(value[i]);
        if (magnitude > book->largest)
            return 0;
        if (book->has_sign) {
            index = index * book->base + value[i] + book->largest;
        } else {
            index = index * book->base + magnitude;
            signs += magnitude != 0;
        }
    }
    return book->length[index] + signs;
}

static uint64_t side_by_side(int first, int last, const int *value)
{
    uint64_t word = 0;
    for (int book = last; book >= first; book--)
        word = (word << 16) | (uint64_t)entry_length(&spectrum_books[book], value);
    return word;
}

void bit_counts_init(BitCounts *counts)
{
    for (int i = 0; i < 625; i++) {
        int value[4] = {i / 125 - 2, i / 25 % 5 - 2, i / 5 % 5 - 2, i % 5 - 2};
        counts->quad[i] = side_by_side(1, 4, value);
    }
    for (int i = 0; i < 81; i++) {
        int value[2] = {i / 9 - 4, i % 9 - 4};
        counts->pair_small[i][0] = side_by_side(5, 8, value);
        counts->pair_small[i][1] = side_by_side(9, 11, value);
    }
    for (int i = 0; i < 289; i++) {
        int value[2] = {i / 17, i % 17};
        counts->pair_large[i][0] = side_by_side(5, 8, value);
        counts->pair_large[i][1] = side_by_side(9, 11, value);
    }
}

static int floor_log2(int value)
{
    int result = 0;
    while (value >>= 1)
        result++;
    return result;
}

static int smallest_book(int largest)
{
    if (largest == 0)
        return 0;
    if (largest <= 1)
        return 1;
    if (largest <= 2)
        return 3;
    if (largest <= 4)
        return 5;
    if (largest <= 7)
        return 7;
    return largest <= 12 ? 9 : 11;
}

static void unpack(uint64_t word, int first, int last, int *bits)
{
    for (int book = first; book <= last; book++) {
        bits[book] = (int)(word & 0xffff);
        word >>= 16;
    }
}

static int count_escapes(const int *line, const int *end)
{
    int bits = 0;
    while (line < end) {
        int magnitude = abs(*line++);
        if (magnitude >= 16)
            bits += 2 * floor_log2(magnitude) - 3;
    }
    return bits;
}

static uint64_t count_quads(const BitCounts *counts, const int *line, const int *end)
{
    uint64_t sum = 0;
    for (; line < end; line += 4)
        sum += counts->quad[((line[0] * 5 + line[1]) * 5 + line[2]) * 5 + line[3] + 312];
    return sum;
}

static void count_small_pairs(const BitCounts *counts, const int *line, const int *end,
                              uint64_t sum[2])
{
    for (; line < end; line += 2) {
        const uint64_t *entry = counts->pair_small[line[0] * 9 + line[1] + 40];
        sum[0] += entry[0];
        sum[1] += entry[1];
    }
}

static void count_large_pairs(const BitCounts *counts, const int *line, const int *end,
                              uint64_t sum[2])
{
    while (line < end) {
        int first = abs(*line++);
        int second = abs(*line++);
        if (first > 16)
            first = 16;
        if (second > 16)
            second = 16;
        const uint64_t *entry = counts->pair_large[first * 17 + second];
        sum[0] += entry[0];
        sum[1] += entry[1];
    }
}

static int largest_magnitude(const int *line, int width)
{
    int largest = 0;
    for (int i = 0; i < width; i++) {
        int magnitude = line[i] < 0 ? -line[i] : line[i];
        largest = magnitude > largest ? magnitude : largest;
    }
    return largest;
}

/* Bits of one band in each book that can code it; returns the smallest such book. */
static int count_band(const BitCounts *counts, const int *line, int width, int *bits)
{
    const int *end = line + width;
    uint64_t sum[2] = {0, 0};
    int largest = largest_magnitude(line, width);
    int first = smallest_book(largest);

    if (largest == 0) {
        bits[0] = 0;
        unpack(counts->quad[312] * (uint64_t)(width / 4), 1, 4, bits);
        unpack(counts->pair_small[40][0] * (uint64_t)(width / 2), 5, 8, bits);
        unpack(counts->pair_small[40][1] * (uint64_t)(width / 2), 9, 11, bits);
        for (int book = 1; book < BOOK_COUNT; book++)
            bits[book] += scalefactor_lengths[MAX_SCALEFACTOR_STEP];
        return 0;
    }
    if (largest <= 2)
        unpack(count_quads(counts, line, end), 1, 4, bits);
    if (largest <= 4)
        count_small_pairs(counts, line, end, sum);
    else
        count_large_pairs(counts, line, end, sum);
    unpack(sum[0], 5, 8, bits);
    unpack(sum[1], 9, 11, bits);
    if (largest >= 16)
        bits[ESCAPE_BOOK] += count_escapes(line, end);
    for (int book = 0; book < first; book++)
        bits[book] = IMPOSSIBLE;
    return first;
}

int cheapest_band_bits(const BitCounts *counts, const int *line, int width)
{
    int bits[BOOK_COUNT];
    int first = count_band(counts, line, width, bits);
    int least = bits[first];
    for (int book = first + 1; book < BOOK_COUNT; book++)
        if (bits[book] < least)
            least = bits[book];
    return least;
}

/* The cheapest arrivals after each band of one group. */
typedef struct SectionSearch {
    int cost[BOOK_COUNT];                       /* bits so far with this book open */
    int run[BOOK_COUNT];                        /* bands in the open section */
    uint8_t previous[MAX_SFB_LONG][BOOK_COUNT]; /* book of the band before */
} SectionSearch;

static int cheapest(const int *cost)
{
    int best = 0;
    for (int book = 1; book < BOOK_COUNT; book++)
        if (cost[book] < cost[best])
            best = book;
    return best;
}

static void extend_sections(SectionSearch *search, int band, const int *bits, int length_bits)
{
    int escape = (1 << length_bits) - 1;
    int best = cheapest(search->cost);
    int fresh = search->cost[best] + 4 + length_bits;

    for (int book = 0; book < BOOK_COUNT; book++) {
        int run = search->run[book] + 1;
        int stay = search->cost[book] + (run % escape == 0 ? length_bits : 0);
        if (band > 0 && stay <= fresh) {
            search->cost[book] = stay + bits[book];
            search->run[book] = run;
            search->previous[band][book] = (uint8_t)book;
        } else {
            search->cost[book] = fresh + bits[book];
            search->run[book] = 1;
            search->previous[band][book] = (uint8_t)best;
        }
    }
}

int choose_books(const BitCounts *counts, const BandLayout *layout, const int *quantised,
                 uint8_t *book)
{
    int total = 0;
    int bits[BOOK_COUNT];
    SectionSearch search;

    for (int group = 0; group < layout->count; group += layout->group_size) {
        for (int k = 0; k < BOOK_COUNT; k++) {
            search.cost[k] = 0;
            search.run[k] = 0;
        }
        for (int i = 0; i < layout->group_size; i++) {
            int start = layout->start[group + i];
            int width = layout->start[group + i + 1] - start;
            count_band(counts, quantised + start, width, bits);
            extend_sections(&search, i, bits, layout->length_bits);
        }
        int current = cheapest(search.cost);
        total += search.cost[current];
        for (int i = layout->group_size - 1; i >= 0; i--) {
            book[group + i] = (uint8_t)current;
            current = search.previous[i][current];
        }
    }
    return total;
}

int count_scalefactor_bits(const BandLayout *layout, const uint8_t *book, const int *scalefactor)
{
    int bits = 0;
    int previous = -1;
    for (int b = 0; b < layout->count; b++) {
        if (book[b] == 0)
            continue;
        if (previous < 0)
            previous = scalefactor[b];
        bits += scalefactor_lengths[scalefactor[b] - previous + MAX_SCALEFACTOR_STEP];
        previous = scalefactor[b];
    }
    return bits;
}

void write_sections(BitWriter *bw, const BandLayout *layout, const uint8_t *book)
{
    int escape = (1 << layout->length_bits) - 1;
    for (int group = 0; group < layout->count; group += layout->group_size) {
        int i = 0;
        while (i < layout->group_size) {
            int current = book[group + i];
            int length = 0;
            while (i < layout->group_size && book[group + i] == current) {
                length++;
                i++;
            }
            bw_put(bw, (uint32_t)current, 4);
            for (; length >= escape; length -= escape)
                bw_put(bw, (uint32_t)escape, layout->length_bits);
            bw_put(bw, (uint32_t)length, layout->length_bits);
        }
    }
}

void write_scalefactors(BitWriter *bw, const BandLayout *layout, const uint8_t *book,
                        const int *scalefactor, int global_gain)
{
    int previous = global_gain;
    for (int b = 0; b < layout->count; b++) {
        if (book[b] == 0)
            continue;
        int index = scalefactor[b] - previous + MAX_SCALEFACTOR_STEP;
        bw_put(bw, scalefactor_codes[index], scalefactor_lengths[index]);
        previous = scalefactor[b];
    }
}

static void write_escape(BitWriter *bw, int value)
{
    int magnitude = abs(value);
    if (magnitude < 16)
        return;
    int extra = floor_log2(magnitude) - 4;
    for (int i = 0; i < extra; i++)
        bw_put(bw, 1, 1);
    bw_put(bw, 0, 1);
    bw_put(bw, (uint32_t)magnitude, extra + 4);
}

static void write_code(BitWriter *bw, const Codebook *book, const int *line)
{
    int index = 0;
    for (int i = 0; i < book->dimension; i++) {
        int digit = line[i];
        if (book->has_sign)
            digit += book->largest;
        else if (abs(digit) > book->largest)
            digit = book->largest;
        else
            digit = abs(digit);
        index = index * book->base + digit;
    }
    bw_put(bw, book->code[index], book->length[index]);
    if (book->has_sign)
        return;
    for (int i = 0; i < book->dimension; i++)
        if (line[i] != 0)
            bw_put(bw, line[i] < 0, 1);
}

void write_spectrum(BitWriter *bw, const BandLayout *layout, const uint8_t *book,
                    const int *quantised)
{
    for (int b = 0; b < layout->count; b++) {
        if (book[b] == 0)
            continue;
        const Codebook *table = &spectrum_books[book[b]];
        const int *line = quantised + layout->start[b];
        const int *end = quantised + layout->start[b + 1];
        for (; line < end; line += table->dimension) {
            write_code(bw, table, line);
            if (book[b] != ESCAPE_BOOK)
                continue;
            write_escape(bw, line[0]);
            write_escape(bw, line[1]);
        }
    }
}
