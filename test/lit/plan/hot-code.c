// In code that loops repeat often, only what is sure to pay becomes a layer: a guessed number of iterations does not.
// RUN: kasuri %s --machine=%S/../../../machines/raspberry-pi-4.json --cores=2 --dump=plan --stop-after=plan -- | FileCheck %s
enum { W = 640, H = 480, N = 200000 };
static unsigned char picture[H][W];
static int rows[N], many[N];

// The window's size is not known.
// CHECK-NOT: layer smoothen
static int smoothen(int reach) {
  int changed = 0;
  for (int y = reach; y < H - reach; y++)
    for (int x = reach; x < W - reach; x++) {
      int area = 0;
      for (int dy = -reach; dy <= reach; dy++)
        for (int dx = -reach; dx <= reach; dx++)
          area += picture[y + dy][x + dx];
      changed = (changed * 31 + area) & 0xffff;
      picture[y][x] = (unsigned char)(area / 225);
    }
  return changed;
}

// One loop around is not hot, however often it repeats: a guard asks for the number of rows.
// CHECK: layer steps@
static int steps(int count) {
  for (int step = 0; step < 1000; step++) {
    for (int i = 0; i < count; i++)
      rows[i] = rows[i] * 3 + step;
    rows[0] += rows[count / 2];
  }
  return rows[0];
}

// Two loops are, but this is long enough by what is known.
// CHECK: layer known@
static int known(void) {
  for (int a = 0; a < 100; a++)
    for (int b = 0; b < 100; b++) {
      for (int i = 0; i < N; i++)
        many[i] = many[i] * 5 + (i ^ b);
      many[a] += many[b];
    }
  return many[7];
}

// Loops inside take so much that the test of the trip count is nothing beside it, however few iterations there are.
// CHECK: layer products@
static int products(int first, int last, int n) {
  for (int a = 0; a < 100; a++)
    for (int b = 0; b < 100; b++) {
      for (int h = first; h < last; h++)
        for (int j = 0; j < n; j++) {
          int sum = 0;
          for (int k = 0; k < n; k++)
            sum += rows[j * n + k] % (h + k + 1) * b;
          many[h * n + j] = many[h * n + j] * 3 + sum;
        }
      rows[a] += many[b];
    }
  return many[5];
}

// The rows of a sparse matrix are short, whatever their lengths are.
// CHECK-NOT: layer sparse@
static int sparse(const int *begin, const int *column, int count) {
  for (int row = 0; row < count; row++) {
    int sum = rows[row];
    const int end = begin[row + 1];
    for (int k = begin[row]; k < end; k++)
      sum += rows[column[k] ^ 1];
    rows[row] = sum;
  }
  return rows[count];
}

int main(int argc, char **argv) {
  (void)argv;
  return smoothen(argc + 6) + steps(argc * 1000) + known() + products(argc, argc * 9, argc * 7) +
         sparse(many, many + 1000, argc * 77);
}
