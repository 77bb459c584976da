/* PARALLEL: 1 */
#include <stdio.h>
#pragma pack(1)
struct odd { char tag; int value; };
static struct odd odds[30];
static int plain[30];
int main(void) {
  for (int i = 0; i < 30; i++)
    odds[i].value = i * 3;
  for (int i = 0; i < 30; i++)
    plain[i] = i;
  int s = 0;
  for (int i = 0; i < 30; i++)
    s = s * 3 % 1009 + odds[i].value + plain[i];
  printf("%d %d\n", s, (int)sizeof(struct odd));
  return 0;
}
