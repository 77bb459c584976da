typedef struct table table;

table *table_new(int rows, int columns);
void table_free(table *t);
int table_rows(const table *t);
int table_row(table *t, int i, const char *a, const char *b);
long table_last(const table *t);
