enum { ROWS = 400, COLUMNS = 1000 };
extern double rows[ROWS][COLUMNS];
void filter(void);
double level(const double *row);
