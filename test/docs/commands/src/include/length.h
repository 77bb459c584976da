enum { COUNT = 3 };

double length(const double *x, int n);
