/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
int main(void) {
  int at[60], a[10] = {0}, *table[8], v[8] = {0};
  for (int i = 0; i < 60; i++) at[i] = i * 7 % 10;
  for (int i = 0; i < 60; i++) a[at[i]] = a[at[i]] * 2 % 31 + i;
  for (int i = 0; i < 8; i++) table[i] = &v[i / 2];
  for (int i = 0; i < 8; i++) *table[i] = *table[i] * 5 + i + 1;
  for (int i = 0; i < 10; i++) printf("%d ", a[i]);
  for (int i = 0; i < 8; i++) printf("%d ", v[i]);
  puts("");
  return 0;
}
