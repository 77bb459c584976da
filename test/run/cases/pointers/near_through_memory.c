/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct Node { struct Node *next; int *slot; int v; } Node;
int main(void) {
  int store[4] = {0};
  Node *head = NULL;
  for (int i = 0; i < 12; i++) { Node *n = malloc(sizeof *n); if (!n) return 1; n->next = head; n->slot = &store[i % 4]; n->v = i; head = n; }
  for (Node *n = head; n; n = n->next) *n->slot = *n->slot * 3 + n->v;
  int *alias[2] = {store, store};
  for (int k = 0; k < 2; k++) for (int i = 0; i < 4; i++) alias[k][i] = alias[k][i] * 2 + k;
  int copy[4];
  unsigned char *from = (unsigned char *)alias, bytes[sizeof alias];
  for (size_t i = 0; i < sizeof alias; i++) bytes[i] = from[i];
  int *back[2];
  memcpy(back, bytes, sizeof back);
  for (int i = 0; i < 4; i++) { copy[i] = store[i]; back[1][3 - i] += copy[i]; }
  printf("%d %d %d %d\n", store[0], store[1], store[2], store[3]);
  while (head) { Node *n = head->next; free(head); head = n; }
  return 0;
}
