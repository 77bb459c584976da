#define START 3
double fill(int count);
