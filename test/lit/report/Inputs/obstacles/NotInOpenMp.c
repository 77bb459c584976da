/* LOCKED: --emit=openmp */
double f(const double *x) {
  double sum = 0;
  for (int i = 0; i < 20000; i++)
    sum += x[i] / 3;
  return sum;
}
