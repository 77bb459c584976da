double f(const double *restrict a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
#ifdef UNLOCKED
    double both = a[i] + a[i] * 0.5;
    s += both;
#else
    s += a[i];
    s += a[i] * 0.5;
#endif
  }
  return s;
}
