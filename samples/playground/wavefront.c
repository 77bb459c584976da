// A table of edit distances: each cell needs its neighbors, so diagonals run in parallel
#include <stdio.h>

enum { LENGTH = 3000 };
static char first[LENGTH], second[LENGTH];
static int distance[LENGTH + 1][LENGTH + 1];

static int least(int a, int b) { return a < b ? a : b; }

int main(void) {
  for (int i = 0; i < LENGTH; i++) {
    first[i] = 'a' + i * 7 % 26;
    second[i] = 'a' + i * 11 % 26;
  }
  for (int i = 0; i <= LENGTH; i++)
    distance[i][0] = distance[0][i] = i;

  for (int i = 1; i <= LENGTH; i++)
    for (int j = 1; j <= LENGTH; j++) {
      const int replaced = distance[i - 1][j - 1] + (first[i - 1] != second[j - 1]);
      const int moved = least(distance[i - 1][j], distance[i][j - 1]) + 1;
      distance[i][j] = least(replaced, moved);
    }
  printf("distance %d\n", distance[LENGTH][LENGTH]);
}
