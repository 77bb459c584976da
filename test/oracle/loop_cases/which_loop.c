/* CONFLICTS: 3
 * Of three nested loops each carries a conflict on an array of its own, and nothing else. */
#ifdef CLAIMED
#define BEFORE 0
#else
#define BEFORE 1
#endif
enum { N = 6 };
static int a[N][N][N], b[N][N][N], c[N][N][N];

int main(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      for (int k = 1; k < N; k++) {
        a[i][j][k] = a[i - BEFORE][j][k];
        b[i][j][k] = b[i][j - BEFORE][k];
        c[i][j][k] = c[i][j][k - BEFORE];
      }
  return (a[1][1][1] + b[1][1][1] + c[1][1][1]) & 1;
}
