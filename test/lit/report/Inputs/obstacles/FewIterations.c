/* LOCKED: --cores=4 */
static void smooth(double *a, int n) {
  for (int i = 1; i < n; i++)
    a[i] = a[i] * 0.5 + a[i - 1];
}

void f(double a[3][1000]) {
  for (int c = 0; c < 3; c++)
    smooth(a[c], 1000);
}
