/* CONFLICTS: 1
 * A sum that is read in the loop, too. */
#ifdef CLAIMED
#define SEEN(s) 0
#else
#define SEEN(s) (s)
#endif
static int a[100], b[100];

int main(void) {
  int s = 0;
  for (int i = 0; i < 100; i++) {
    s += a[i];
    b[i] = SEEN(s);
  }
  return (s + b[3]) & 1;
}
