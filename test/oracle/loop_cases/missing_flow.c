/* CONFLICTS: 1
 * Each iteration reads what the one before it wrote; claimed is that it reads its own element. */
#ifdef CLAIMED
#define BEFORE 0
#else
#define BEFORE 1
#endif
static int a[100];

int main(void) {
  for (int i = 1; i < 100; i++)
    a[i] = a[i - BEFORE] + 1;
  return a[99] & 1;
}
