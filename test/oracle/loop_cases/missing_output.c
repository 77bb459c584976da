/* CONFLICTS: 1
 * Two iterations write the same element. */
#ifdef CLAIMED
#define STRIDE 1
#else
#define STRIDE 0
#endif
static int a[100];

int main(void) {
  for (int i = 0; i < 100; i++)
    a[i * STRIDE] = i;
  return a[40] & 1;
}
