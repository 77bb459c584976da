// A chain over earlier results of its row is turned: each result goes to all places behind it, in a loop with unit stride.
// What is in front of the chain is done for the whole row first.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
enum { N = 900 };
static int base[N], pairs[N][N], late[N][N], count[N];
static double cost[N + 1][N + 1], weight[N + 1];

// CHECK: {{^}}nest {{.*}}turned-chains.c:[[#@LINE+2]]:3 loop over 'j' innermost, in that over 'k'
void fold(void) {
  for (int i = N - 1; i >= 0; i--)
    for (int j = i + 1; j < N; j++) {
      int inner = i + 1 <= j - 1 ? pairs[i + 1][j - 1] : 0;
      int best = inner + (base[i] + base[j] == 3);
      for (int k = i; k < j; k++)
        best = best > pairs[i][k] + pairs[k + 1][j] ? best : pairs[i][k] + pairs[k + 1][j];
      pairs[i][j] = best;
    }
}

// CHECK: {{^}}nest {{.*}}turned-chains.c:[[#@LINE+2]]:3 loop over 'j' innermost, in that over 'k'
void split(int n) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 2; j <= n; j++) {
      double least = 1e300;
      for (int k = i + 1; k < j; k++)
        least = cost[i][k] + cost[k][j] < least ? cost[i][k] + cost[k][j] : least;
      cost[i][j] = least + weight[i] + weight[j];
    }
}

// A result that an iteration of k needs is only complete after it.
// CHECK-NOT: {{^}}nest
// CHECK: {{^}}kept {{.*}}turned-chains.c:[[#@LINE+2]]:3
void too_early(void) {
  for (int i = N - 1; i >= 0; i--)
    for (int j = i + 1; j < N; j++) {
      int best = base[j];
      for (int k = i; k < j; k++)
        best = best > late[i][k + 1] + late[k + 1][j] ? best : late[i][k + 1] + late[k + 1][j];
      late[i][j] = best;
    }
}

// Iterations of j hand on to each other, and are no vectors.
// CHECK: {{^}}kept {{.*}}turned-chains.c:[[#@LINE+2]]:3
void counted(void) {
  for (int i = N - 1; i >= 0; i--)
    for (int j = i + 1; j < N; j++) {
      int best = base[j];
      for (int k = i; k < j; k++) {
        best = best > pairs[i][k] + pairs[k + 1][j] ? best : pairs[i][k] + pairs[k + 1][j];
        count[k] = count[k] / 2 + best;
      }
      pairs[i][j] = best;
    }
}

// CHECK: for (int j_point
// CHECK: best_all{{.*}} = inner + (base_kept + base[j] == 3);
// CHECK: for (int k_point
// CHECK: pairs[i][j] = best_all
// CHECK: #pragma GCC ivdep
// CHECK-NEXT: for (int j_point = k_point + 1;

int main(int argc, char **argv) {
  (void)argv;
  fold();
  split(800 + argc);
  too_early();
  counted();
  return pairs[0][N - 1] + late[0][N - 1] + (int)cost[0][N] + count[1];
}
