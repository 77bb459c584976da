"""Prints a program with functions of COUNT accesses: more than a summary keeps apart."""
import sys

count = int(sys.argv[1])
print("int x[64][4096], y[64][4096], z[64];")
print("static int sum(const int *q) {\n  int s = 0;")
for i in range(count):
    print(f"  s += q[{i * 3}];")
print("  return s;\n}\nstatic void move(int *p, const int *q) {")
for i in range(count):
    print(f"  p[{i * 3}] = q[{i * 3 + 1}];")
print("""}
void reads(void) {
  for (int i = 0; i < 64; i++) // reads
    z[i] = sum(x[i]);
}
void writes_alike(void) {
  for (int i = 0; i < 64; i++) // alike
    move(x[0], y[i]);
}
void reads_what_it_writes(void) {
  for (int i = 0; i < 63; i++) // same
    move(x[i + 1], x[i]);
}""")
