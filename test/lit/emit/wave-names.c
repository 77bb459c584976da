// The copy of a function that rows call must not get the name of a layer: here both would be ks_row_6_21.
// RUN: rm -rf %t && kasuri %s -o %t --min-gain=0 -- && gcc -std=c99 -Wall -Wextra -Werror -I%S/../../../include -c %t/wave-names.c -o %t/x.o
enum { N = 160, M = 2000 };
static int d[N][M];
static void row(int i) {
                    for (int j = 1; j < M - 1; j++)
    d[i][j] = (d[i - 1][j + 1] * 3 + d[i][j - 1]) % 65537;
}











static void row_6(void) {
  for (int i = 1; i < N; i++)
    row(i);
}

int main(void) {
  row_6();
  return d[N - 1][1];
}
