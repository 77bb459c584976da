// What has the smallest or largest key is a reduction. The key must be of what is chosen, and stay.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
double fabs(double x);
struct job { int cost, name; };
static double x[1000], a[100][100];
static int v[1000];
static struct job jobs[1000];

int chosen(int n, int k, struct job *cheapest, const double **least) {
  int at = k;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction(at)
  for (int i = k + 1; i < n; i++)
    if (fabs(a[i][k]) > fabs(a[at][k]))
      at = i;
  struct job best = jobs[0];
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction(best)
  for (int i = 1; i < n; i++)
    if (best.cost > jobs[i].cost)
      best = jobs[i];
  // Of equal keys the last.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction(at)
  for (int i = 0; i < n; i++)
    if (v[i] <= v[at])
      at = i;
  const double *p = x;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction(p)
  for (int i = 1; i < n; i++)
    if (x[i] > 0 && x[i] < *p)
      p = &x[i];
  *cheapest = best;
  *least = p;
  return at;
}

int others(int n, struct job *found) {
  int at = 0, sum = 0;
  // NaN makes it true.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    if (!(x[i] >= x[at]))
      at = i;
  // Another key than that of what is chosen.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n - 1; i++)
    if (v[i] < v[at])
      at = i + 1;
  // The key changes.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    if (v[i] * sum < v[at] * sum)
      at = i;
    else
      sum++;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++) {
    if (v[i] < v[at])
      at = i;
    v[i] = 0;
  }
  // The choice so far is used.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++) {
    if (v[i] < v[at])
      at = i;
    sum += at;
  }
  struct job best = jobs[0];
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    if (v[jobs[i].name] < v[best.name])
      best = jobs[i];
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    if (jobs[i].cost < best.cost) {
      best = jobs[i];
      best.name = i;
    }
  *found = best;
  return at + sum;
}
