"""Prints a program with a function that reads COUNT variables: more than a summary keeps apart by place."""
import sys

count = int(sys.argv[1])
print("#include <stdio.h>\n#include <stdlib.h>\nint " + ", ".join(f"v{i}" for i in range(count)) + ";\nint out[100];")


def function(name, message):
    print(f"static int {name}(int i) {{")
    print('  int *m = malloc(sizeof *m);\n  if (!m) {\n    puts("out of memory");\n    exit(1);\n  }\n  *m = i;')
    for i in range(count):
        print(f"  *m += v{i};")
    print(f"{message}  i = *m;\n  free(m);\n  return i;\n}}")


function("quiet", "")
function("loud", '  puts("one more");\n')
print("int main(int argc, char **argv) {\n  (void)argv;")
for i in range(count):
    print(f"  v{i} = argc;")
print("""  for (int i = 0; i < 100; i++) // quiet
    out[i] = quiet(i);
  for (int i = 0; i < 100; i++) // loud
    out[i] += loud(i);
  printf("%d\\n", out[argc]);
  return 0;
}""")
