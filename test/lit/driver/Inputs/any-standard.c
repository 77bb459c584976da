static double x[4096];

int main(void) {
  int i;
  for (i = 0; i < 4096; i++)
    x[i] = i * 0.5;
  return (int)x[7];
}
