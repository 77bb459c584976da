struct view { int n, *data; };
void f(struct view *v) {
#ifdef UNLOCKED
  int n = v->n, *data = v->data;
  for (int i = 0; i < n; i++)
    data[i] = i;
#else
  for (int i = 0; i < v->n; i++)
    v->data[i] = i;
#endif
}
