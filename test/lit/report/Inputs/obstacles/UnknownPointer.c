struct view { int *data; };
void f(struct view *v, int n) {
#ifdef UNLOCKED
  int *data = v->data;
  for (int i = 0; i < n; i++)
    data[i] += i;
#else
  for (int i = 0; i < n; i++)
    v->data[i] += i;
#endif
}
