"""Writes a program in Latin-1, under a name in Latin-1."""

SOURCE = b"""int a[1000], b[1000], *p, n = 'a';
int work(int *x, int *y, int c) {
  for (int i = 1; i < 1000; i++)
    a[i] = a[i - 1] + '\xe9';
  for (int i = 0; i < 1000; i++)
    x[i] = y[i + '\xe9' % 3] + (c == '\xe9');
  return a[5] + b['\xe9' & 15];
}
"""

with open(b"caf\xe9 <b>.c", "wb") as file:
    file.write(SOURCE)
