/* Many lists, each sorted by a function that calls itself. With pragmas of OpenMP, by hand. */
#include <stdio.h>
#include <stdlib.h>

enum { LISTS = 400, LENGTH = 20000 };

static unsigned lists[LISTS][LENGTH];

static void sort(unsigned *values, int low, int high) {
  int i = low, j = high;
  unsigned pivot = values[(low + high) / 2];
  while (i <= j) {
    while (values[i] < pivot)
      i++;
    while (values[j] > pivot)
      j--;
    if (i <= j) {
      unsigned swap = values[i];
      values[i++] = values[j];
      values[j--] = swap;
    }
  }
  if (low < j)
    sort(values, low, j);
  if (i < high)
    sort(values, i, high);
}

int main(void) {
  unsigned state = 1, hash = 1;
  for (int l = 0; l < LISTS; l++)
    for (int i = 0; i < LENGTH; i++) {
      state = state * 1103515245u + 12345u;
      lists[l][i] = state >> 8;
    }
#pragma omp parallel for schedule(dynamic, 4)
  for (int l = 0; l < LISTS; l++)
    sort(lists[l], 0, LENGTH - 1);
  for (int l = 0; l < LISTS; l++)
    for (int i = 0; i < LENGTH; i += 97)
      hash = hash * 31 + lists[l][i];
  printf("%u\n", hash);
  return 0;
}
