// Bytes and short numbers in swapped order within the words that a pointer leads to.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdint.h>

#define BYTE(p, n) (*(uint8_t *)((uintptr_t)((uint8_t *)(p) + (n)) ^ 3))
#define SHORT(p, n) (*(uint16_t *)((uintptr_t)((uint16_t *)(p) + (n)) ^ 2))

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void bytes(uint32_t *restrict a, const uint32_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    BYTE(a, i) = 255 - BYTE(b, i);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void in_place(uint32_t *a, int n) {
  for (int i = 0; i < n; i++)
    SHORT(a, i) = SHORT(a, i) / 2;
}

// A row has whole words.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
uint32_t image[100][10];
void rows(void) {
  for (int r = 0; r < 100; r++)
    for (int i = 0; i < 38; i++)
      BYTE(image[r], i) = r + i;
}

// Rows share words, but no bytes.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void parts_of_words(uint32_t *a) {
  for (int r = 0; r < 100; r++)
    for (int i = 0; i < 6; i++)
      BYTE(a, 6 * r + i) = r;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void shared_bytes(uint32_t *a) {
  for (int r = 0; r < 100; r++)
    for (int i = 0; i < 6; i++)
      BYTE(a, 5 * r + i) = r;
}

// The byte that the swap of the row's end touches is the next row's.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void beyond_a_row(uint32_t *a) {
  for (int r = 0; r < 100; r++) {
    uint32_t *line = a + r;
    for (int i = 0; i < 5; i++)
      BYTE(line, i) = r;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void next_byte(uint32_t *a, int n) {
  for (int i = 0; i < n; i++)
    BYTE(a, i + 1) = BYTE(a, i);
}

// Nothing is known of the place of the first byte within a word.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void from_anywhere(uint8_t *a, int n) {
  for (int i = 0; i < n; i++)
    BYTE(a, i) = i;
}

typedef uint32_t anywhere __attribute__((aligned(1)));
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void lowered_alignment(anywhere *a, int n) {
  for (int i = 0; i < n; i++)
    BYTE(a, i) = i;
}

// The sum is no multiple of the alignment.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void behind_a_start(uint32_t *a, int n) {
  for (int i = 0; i < n; i++)
    *(uint8_t *)((uintptr_t)((uint8_t *)a + 1 + i) ^ 3) = i;
}

// The mask is beyond the alignment, or within an element.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void wide_mask(uint32_t *a, int n) {
  for (int i = 0; i < n; i++)
    *(uint8_t *)((uintptr_t)((uint8_t *)a + i) ^ 7) = i;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void half_of_an_element(uint32_t *a, int n) {
  for (int i = 0; i < n; i++)
    *(uint8_t *)((uintptr_t)((uint16_t *)a + i) ^ 1) = i;
}
