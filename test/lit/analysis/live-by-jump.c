// What an array holds behind a loop is read where a jump leads to, although nothing around the jump
// touches the array.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
enum { N = 100, M = 8 };
static int in[N], out[N];

static int ahead(int left) {
  int t[M] = {0};
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t, last value)
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < M; k++)
      t[k] = in[i] + k;
    out[i] = t[0] ^ t[M - 1];
  }
  if (left > 0)
    goto check;
  if (left < -5)
    return 0;
  for (int k = 0; k < M; k++)
    t[k] = 0;
check:
  return t[3];
}

static int over(int left) {
  int t[M] = {0};
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t){{$}}
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < M; k++)
      t[k] = in[i] + k;
    out[i] = t[0] ^ t[M - 1];
  }
  if (left > 0)
    out[0]++;
  for (int k = 0; k < M; k++)
    t[k] = 0;
  return t[3];
}

int main(int argc, char **argv) {
  (void)argv;
  return ahead(argc) + over(argc);
}
