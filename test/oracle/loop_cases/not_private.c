/* CONFLICTS: 2
 * A variable and an array that are claimed to be written before they are read in each iteration;
 * every second one sees what the one before it left. */
#ifdef CLAIMED
#define SOMETIMES(i) (void)(i);
#else
#define SOMETIMES(i) if ((i) % 2 == 0)
#endif
static int a[100], b[100];

int main(void) {
  int t = 0, scratch[8] = {0};
  for (int i = 0; i < 100; i++) {
    SOMETIMES(i) t = i;
    a[i] = t;
  }
  for (int i = 0; i < 100; i++) {
    for (int k = 0; k < 8; k++) {
      SOMETIMES(i) scratch[k] = i + k;
    }
    for (int k = 0; k < 8; k++)
      b[i] += scratch[k];
  }
  return (a[3] + b[3]) & 1;
}
