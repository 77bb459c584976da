/* CONFLICTS: 1
 * Each iteration reads what the next one writes. */
#ifdef CLAIMED
#define BEHIND 0
#else
#define BEHIND 1
#endif
static int a[101];

int main(void) {
  for (int i = 0; i < 100; i++)
    a[i] = a[i + BEHIND] + 1;
  return a[99] & 1;
}
