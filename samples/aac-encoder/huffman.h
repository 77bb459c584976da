#ifndef AAC_HUFFMAN_H
#define AAC_HUFFMAN_H

#include "bitwriter.h"
#include "tables.h"

enum {
    BOOK_COUNT = 12, /* 0 stands for "all zero, nothing sent" */
    ESCAPE_BOOK = 11,
    MAX_QUANTISED = 8191,
    MAX_SCALEFACTOR_STEP = 60
};

typedef struct Codebook {
    const uint16_t *code;   /* right-aligned code words */
    const uint8_t *length;  /* their lengths in bits, 1..16 */
    int dimension;          /* spectral lines per code word: 4 or 2 */
    int largest;            /* largest magnitude coded; 16 in book 11 means "escaped" */
    int base;               /* digits of the index run over this many values */
    int has_sign;           /* the sign is part of the code word */
} Codebook;

extern const Codebook spectrum_books[BOOK_COUNT];
extern const uint32_t *const scalefactor_codes;   /* indexed by difference + 60 */
extern const uint8_t *const scalefactor_lengths;

/* Lengths of several books side by side, 16 bits each, so that one addition counts
   four of them. Filled once from the code tables. */
typedef struct BitCounts {
    uint64_t quad[625];          /* four digits -2..2; books 1, 2, 3, 4 */
    uint64_t pair_small[81][2];  /* two digits -4..4; books 5 to 8, then 9 to 11 */
    uint64_t pair_large[289][2]; /* two magnitudes 0..16; the same books */
} BitCounts;

/* The bands whose bits are counted: `count` bands, band b covers the lines
   start[b] .. start[b + 1] - 1; sections may not cross a multiple of group_size. */
typedef struct BandLayout {
    int count;
    int group_size;         /* bands per window group, that is max_sfb */
    int length_bits;        /* width of a section's length field: 5, or 3 for short */
    int start[MAX_BANDS + 1];
} BandLayout;

void bit_counts_init(BitCounts *counts);

/* The cheapest division of the bands into sections of one codebook each; writes the
   book of every band and returns the bits of section data and spectrum together. */
int choose_books(const BitCounts *counts, const BandLayout *layout, const int *quantised,
                 uint8_t *book);

/* Bits of one band's spectrum in the book that suits it best. */
int cheapest_band_bits(const BitCounts *counts, const int *line, int width);

/* Bits of the scalefactor differences; bands of book 0 send none. */
int count_scalefactor_bits(const BandLayout *layout, const uint8_t *book, const int *scalefactor);

void write_sections(BitWriter *bw, const BandLayout *layout, const uint8_t *book);
void write_scalefactors(BitWriter *bw, const BandLayout *layout, const uint8_t *book,
                        const int *scalefactor, int global_gain);
void write_spectrum(BitWriter *bw, const BandLayout *layout, const uint8_t *book,
                    const int *quantised);

#endif
