/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
#include <stddef.h>
struct item { int tag; int link; int data[3]; };
static struct item items[10];
static void touch(int *link) { struct item *it = (struct item *)((char *)link - offsetof(struct item, link)); it->tag += 1; it[1].tag += it->tag; }
int main(void) {
  for (int i = 0; i < 9; i++) touch(&items[i].link);
  for (int i = 0; i < 10; i++) printf("%d ", items[i].tag);
  puts("");
  return 0;
}
