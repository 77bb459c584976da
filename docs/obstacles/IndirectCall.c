// Applies a filter that the caller chooses; one comes from a library that is loaded when the
// program runs.
#include <dlfcn.h>
#include <stdio.h>

enum { VALUES = 100000 };
typedef double Filter(double);

static double halve(double x) { return x / 2; }

static double value[VALUES];

int main(int count, char **words) {
  Filter *filter = halve;
  void *library = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (library)
    *(void **)&filter = dlsym(library, "filter");
  for (int i = 0; i < VALUES; i++) // this loop
    value[i] = filter(i);
  printf("%f\n", value[VALUES - 1]);
}
