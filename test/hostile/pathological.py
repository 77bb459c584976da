"""C programs that are legal, or nearly, and large in one direction: as machines write them, and as nobody does.

CASES maps a name to a function of a size, which returns the text, and to two sizes: a small one for each change and a
full one for the night.
"""


def nested_loops(n):
    loops = "".join(f"for (int i{k} = 0; i{k} < 2; i{k}++)\n" for k in range(n))
    return f"int a[100];\nvoid f(void) {{\n{loops}a[i0] += i{n - 1};\n}}\nint main(void) {{ f(); return a[0]; }}\n"


def nested_blocks(n):
    return f"int main(void) {{ int x = 0; {'{' * n} x++; {'}' * n} return x; }}\n"


def nested_ifs(n):
    return f"int main(int c, char **v) {{ int x = 0;\n{'if (c > x) ' * n} x++;\nreturn x; }}\n"


def else_chain(n):
    arms = " else ".join(f"if (c == {k}) x = {k + 1};" for k in range(n))
    return f"int main(int c, char **v) {{ int x = 0;\n{arms}\nreturn x; }}\n"


def nested_parentheses(n):
    return f"int main(int c, char **v) {{ return {'(' * n}c{')' * n}; }}\n"


def nested_unary(n):
    return f"int main(int c, char **v) {{ return {'- ' * n}c; }}\n"


def nested_initialisers(n):
    return f"int a = {'{' * n}1{'}' * n};\nint main(void) {{ return a; }}\n"


def nested_conditional(n):
    return f"int main(int c, char **v) {{ return {''.join(f'c == {k} ? {k} : ' for k in range(n))}0; }}\n"


def nested_calls(n):
    return f"static int g(int x) {{ return x + 1; }}\nint main(int c, char **v) {{ return {'g(' * n}c{')' * n}; }}\n"


def nested_subscripts(n):
    return f"int a[10];\nint main(int c, char **v) {{ return {'a[' * n}0{']' * n}; }}\n"


def nested_statement_expressions(n):
    return f"int main(int c, char **v) {{ return {'({ ' * n}c;{' });' * (n - 1)} }}); }}\n"


def nested_switches(n):
    return (f"int main(int c, char **v) {{ int x = 0;\n{'switch (c) { case 1: x++; default: ' * n}x++;{'}' * n}\n"
            "return x; }\n")


def nested_structs(n):
    return (f"struct s {{ {''.join(f'struct {{ ' for k in range(n))} int x; {''.join(f'}} m{k}; ' for k in range(n))}"
            f"}} g;\nint main(void) {{ return g.{'.'.join(f'm{k}' for k in reversed(range(n)))}.x; }}\n")


def chained_structs(n):
    text = "struct s0 { int a[2], x; };\n"
    text += "".join(f"struct s{k} {{ struct s{k - 1} left, right; }};\n" for k in range(1, n))
    return text + (f"struct s{n - 1} g;\nint main(void) {{ for (int i = 0; i < 2; i++) g{'.left' * (n - 1)}.a[i] = i;"
                   " return 0; }\n")


def sum_of_terms(n):
    return f"int main(int a, char **v) {{ return {' + '.join(['a'] * n)}; }}\n"


def sum_in_loop(n):
    return ("int a[1000], b[1000];\nint main(void) { for (int i = 0; i < 1000; i++)\n"
            f"a[i] = {' + '.join(['b[i]'] * n)};\nreturn a[5]; }}\n")


def sum_of_subscripts(n):
    return ("int a[100000];\nint main(void) { for (int i = 0; i < 100; i++)\n"
            f"a[{' + '.join(['i'] * n)}] = i;\nreturn a[5]; }}\n")


def product_of_terms(n):
    return ("int a[100000];\nint main(int n, char **v) { for (int i = 0; i < 100; i++)\n"
            f"a[{' * '.join(['(i + n)'] * n)}] = i;\nreturn a[5]; }}\n")


def comma_chain(n):
    return f"int main(int c, char **v) {{ {', '.join(['c++'] * n)}; return c; }}\n"


def logical_chain(n):
    return f"int main(int c, char **v) {{ return {' && '.join(f'c != {k}' for k in range(2, n + 2))}; }}\n"


def assignment_chain(n):
    return f"int main(int c, char **v) {{ int x; {'x = ' * n} c; return x; }}\n"


def string_of_length(n):
    return f"const char *s = \"{'x' * n}\";\nint main(void) {{ return s[0]; }}\n"


def pieces_of_string(n):
    return "const char *s = " + "\n".join(['"piece"'] * n) + ";\nint main(void) { return s[0]; }\n"


def initialiser_of_length(n):
    return (f"int a[] = {{ {', '.join(str(k % 97) for k in range(n))} }};\nint b[{n}];\n"
            f"int main(void) {{ for (int i = 0; i < {n}; i++) b[i] = a[i]; return b[3]; }}\n")


def long_function(n):
    lines = "\n".join(f"a[{k % 1000}] = b[{k * 7 % 1000}] + {k};" for k in range(n))
    return f"int a[1000], b[1000];\nvoid f(void) {{\n{lines}\n}}\nint main(void) {{ f(); return a[1]; }}\n"


def long_body(n):
    lines = "\n".join(f"a[i + {k % 1000}] = b[i + {k * 7 % 1000}] + {k};" for k in range(n))
    return (f"int a[2000], b[2000];\nvoid f(void) {{\nfor (int i = 0; i < 900; i++) {{\n{lines}\n}}\n}}\n"
            "int main(void) { f(); return a[1]; }\n")


def long_scalar_function(n):
    lines = "\n".join(f"v{k % 50} = v{(k * 7 + 3) % 50} + {k};" for k in range(n))
    names = ", ".join(f"v{k} = c" for k in range(50))
    return f"int main(int c, char **v) {{\nint {names};\n{lines}\nreturn v0 + v7;\n}}\n"


def counters_in_nests(n):
    """Elements below many counters are filled, in loops that each hand the next ones on."""
    names = ", ".join(f"c{k} = 0" for k in range(n))
    arrays = ", ".join(f"a{k}[100]" for k in range(n))
    fills = " ".join(f"a{k}[c{k}++] = c{(k * 7 + 3) % n}; c{k} = c{(k + 1) % n};" for k in range(n))
    heads = "".join(f"for (int i{k} = 0; i{k} < 3; i{k}++) {{ c{k % n} = 0; " for k in range(6))
    return (f"int main(void) {{\nint {names}, {arrays}, s = 0;\n{heads}{fills} s += a0[c1 & 7];{'}' * 6}\n"
            "return s;\n}\n")


def many_functions(n):
    text = "int a[100];\n" + "".join(
        f"static void f{k}(int n) {{ for (int i = 0; i < n; i++) a[i] += {k}; }}\n" for k in range(n))
    return text + "int main(void) {\n" + "".join(f"f{k}(100);\n" for k in range(n)) + "return a[1]; }\n"


def unused_functions(n):
    return ("int a[100];\n" + "".join(f"void f{k}(int n) {{ for (int i = 0; i < n; i++) a[i] += {k}; }}\n"
                                     for k in range(n)) + "int main(void) { return a[1]; }\n")


def chain_of_calls(n):
    text = "int a[100];\nvoid f0(int n) { for (int i = 0; i < n; i++) a[i] += i; }\n"
    text += "".join(f"void f{k}(int n) {{ f{k - 1}(n); }}\n" for k in range(1, n))
    return text + f"int main(void) {{ f{n - 1}(100); return a[1]; }}\n"


def chain_with_arrays(n):
    text = "int a[100];\nvoid f0(int *p, int n) { for (int i = 0; i < n; i++) p[i] += i; }\n"
    text += "".join(f"void f{k}(int *p, int n) {{ f{k - 1}(p + 1, n - 1); p[0] = {k}; }}\n" for k in range(1, n))
    return text + f"int main(void) {{ for (int i = 0; i < 10; i++) f{n - 1}(a, 100); return a[1]; }}\n"


def doubling_calls(n):
    text = "int a[100];\nvoid f0(int *p, int n) { for (int i = 0; i < n; i++) p[i] += i; }\n"
    text += "".join(f"void f{k}(int *p, int n) {{ f{k - 1}(p, n); f{k - 1}(p + 1, n); }}\n" for k in range(1, n))
    return text + f"int main(void) {{ f{n - 1}(a, 50); return a[1]; }}\n"


def mutual_recursion(n):
    text = "int a[100];\n" + "".join(f"void f{k}(int n);\n" for k in range(n))
    text += "".join(f"void f{k}(int n) {{ if (n > 0) {{ a[n % 100]++; f{(k + 1) % n}(n - 1); f{(k * 7 + 1) % n}(n - 2); }} }}\n"
                    for k in range(n))
    return text + "int main(void) { f0(10); return a[1]; }\n"


def function_table(n):
    text = "int a[100];\n" + "".join(f"static void f{k}(int *p) {{ p[{k % 100}]++; }}\n" for k in range(n))
    text += f"static void (*table[])(int *) = {{ {', '.join(f'f{k}' for k in range(n))} }};\n"
    return text + f"int main(void) {{ for (int i = 0; i < {n}; i++) table[i](a); return a[1]; }}\n"


def switch_cases(n):
    cases = "\n".join(f"case {k}: x += {k * 3 % 101}; break;" for k in range(n))
    return (f"int a[100];\nint main(int c, char **v) {{ int x = 0; for (int i = 0; i < 100; i++) {{ switch (c + i) {{\n"
            f"{cases}\n}}\na[i] = x; }}\nreturn x; }}\n")


def fallthrough_cases(n):
    cases = "\n".join(f"case {k}: x += {k * 3 % 101};" for k in range(n))
    return f"int main(int c, char **v) {{ int x = 0; switch (c) {{\n{cases}\n}}\nreturn x; }}\n"


def labels_and_gotos(n):
    lines = "\n".join(f"l{k}: if (c++ > {k}) goto l{k * 7 % n};" for k in range(n))
    return f"int main(int c, char **v) {{\n{lines}\nreturn c; }}\n"


def many_parameters(n):
    parameters = ", ".join(f"int p{k}" for k in range(n))
    return (f"int f({parameters}) {{ return p0 + p{n - 1}; }}\n"
            f"int main(void) {{ return f({', '.join(str(k) for k in range(n))}); }}\n")


def many_members(n):
    return (f"struct s {{ {' '.join(f'int m{k};' for k in range(n))} }} a[10];\n"
            f"int main(void) {{ for (int i = 0; i < 10; i++) {{ a[i].m0 = a[i].m{n - 1}; a[i] = a[0]; }} return 0; }}\n")


def many_used_members(n):
    lines = "\n".join(f"a[i].m{k} = b[i].m{(k * 7 + 1) % n};" for k in range(n))
    return (f"struct s {{ {' '.join(f'int m{k};' for k in range(n))} }} a[10], b[10];\n"
            f"int main(void) {{ for (int i = 0; i < 10; i++) {{\n{lines}\n}} return a[1].m0; }}\n")


def many_enumerators(n):
    return f"enum e {{ {', '.join(f'e{k}' for k in range(n))} }};\nint main(void) {{ return e{n - 1}; }}\n"


def many_globals(n):
    text = "".join(f"int g{k};\n" for k in range(n))
    return text + "int main(void) {\n" + "".join(f"g{k} = {k};\n" for k in range(n)) + "return g1; }\n"


def many_pointers(n):
    text = "".join(f"int g{k}, *p{k};\n" for k in range(n))
    text += "void f(int **x) { *x = &g0; }\nint main(void) {\n"
    text += "".join(f"p{k} = &g{k}; p{k} = p{k * 7 % n}; f(&p{k}); *p{k} = 1;\n" for k in range(n))
    return text + "return *p1; }\n"


def variables_in_loop(n):
    text = f"int a[1000];\nint main(int c, char **v) {{\nint {', '.join(f'v{k} = c' for k in range(n))};\n"
    text += "for (int i = 0; i < 1000; i++) {\n" + "".join(f"v{k} += a[i] + v{(k + 1) % n};\n" for k in range(n))
    return text + "a[i] = v0;\n}\n" + f"return v0 + v{n - 1}; }}\n"


def privates_in_loop(n):
    text = "int a[1000];\nint main(int c, char **v) {\nfor (int i = 0; i < 1000; i++) {\n"
    text += "".join(f"int v{k} = {'a[i]' if k == 0 else f'v{k - 1}'} * 3 + {k};\n" for k in range(n))
    return text + f"a[i] = v{n - 1};\n}}\nreturn a[7]; }}\n"


def loops_in_function(n):
    loops = "".join(f"for (int i = 1; i < 100; i++) a{k % 10}[i] = a{k * 7 % 10}[i - 1] + a{k * 3 % 10}[i];\n"
                    for k in range(n))
    arrays = ", ".join(f"a{k}[100]" for k in range(10))
    return f"int {arrays};\nint main(void) {{\n{loops}return a1[1]; }}\n"


def loops_over_one_array(n):
    loops = "".join(f"for (int i = 0; i < m; i++) a[i * {k % 9 + 1} + {k}] += a[i + {k * 7 % 50}];\n" for k in range(n))
    return f"int a[100000];\nvoid f(int m) {{\n{loops}}}\nint main(void) {{ f(100); return a[1]; }}\n"


def accesses_in_nest(n):
    lines = "\n".join(f"a[i * {k + 1} + j * {k * 3 + 2} + k] = a[i + j * {k + 5} + {k}] + 1;" for k in range(n))
    return ("int a[1000000];\nvoid f(int m, int o, int p) { for (int i = 0; i < m; i++) for (int j = i; j < o; j++) "
            f"for (int k = j; k < p; k++) {{\n{lines}\n}} }}\nint main(void) {{ f(9, 8, 7); return a[1]; }}\n")


def deep_pointer(n):
    text = "int x;\n" + "".join(f"int {'*' * k}p{k} = &{f'p{k - 1}' if k > 1 else 'x'};\n" for k in range(1, n + 1))
    return text + f"int main(void) {{ for (int i = 0; i < 10; i++) {'*' * n}p{n} += i; return x; }}\n"


def dimensions(n):
    return (f"int a{'[1]' * n};\nint main(void) {{ for (int i = 0; i < 1; i++) a{'[i]' * n} = i; return 0; }}\n")


def dimensioned_loops(n):
    loops = "".join(f"for (int i{k} = 0; i{k} < 2; i{k}++)\n" for k in range(n))
    subscripts = "".join(f"[i{k}]" for k in range(n))
    return f"char a{'[2]' * n};\nint main(void) {{\n{loops}a{subscripts} += 1;\nreturn 0; }}\n"


def huge_array(n):
    return (f"extern char a[1L << {n}]; char b[1000];\nint main(void) {{ for (long i = 0; i < (1L << {n}); i++) a[i] = 1;"
            f" for (int i = 0; i < 1000; i++) b[i] = a[(1L << {n}) - 1 - i]; return 0; }}\n")


def huge_elements(n):
    return (f"extern int a[1UL << {n}];\nvoid f(long m) {{ for (long i = 0; i < m; i++) a[i << {n - 10}] = a[i] + 1;"
            f" for (unsigned long i = 0; i < (1UL << {n}); i++) a[i] = 1; }}\n"
            "int main(void) { f(5); return 0; }\n")


def huge_matrix(n):
    return (f"extern char a[1L << {n}][1L << {n}];\nvoid f(long m) {{ for (long i = 0; i < m; i++)"
            " for (long j = 0; j < m; j++) a[i][j] = a[j][i] + 1; }\nint main(void) { f(5); return 0; }\n")


def huge_coefficients(n):
    big = (1 << n) - 1
    return (f"char a[100];\nvoid f(long m, char *p) {{ for (long i = 0; i < m; i++) a[{big}L * i - {big}L * (i - 1)] = 1;\n"
            f"for (long i = 0; i < m; i++) p[{big}L * i + {big}L] = p[-{big}L * i - {big}L - 1];\n"
            f"for (long i = -{big}L - 1; i < {big}L; i += {big // 3}L) p[i * 4] = p[i * -8];\n"
            f"for (long i = 0; i < m; i++) for (long j = 0; j < m; j++) p[({big}L * i) * ({big}L * j)] = 0;\n"
            f"for (unsigned long i = {big}UL; i > 0; i -= {big}UL) p[i * {big}UL] = 0;\n"
            "}\nint main(void) { f(1, a); return 0; }\n")


def extreme_bounds(n):
    """The size chooses nothing: there are as many copies."""
    one = """
#include <limits.h>
#include <stdint.h>
char a[100]; extern char big[];
void fN(char *p, int n, unsigned u, long l, unsigned long ul) {
  for (int i = INT_MIN; i < INT_MAX; i++) p[i] = p[i + 1];
  for (int i = INT_MAX; i > INT_MIN; i--) p[i] = p[i - 1];
  for (unsigned i = 0; i < UINT_MAX; i++) p[i] = 0;
  for (unsigned i = 0; i <= UINT_MAX; i++) p[i] = 1;
  for (unsigned i = UINT_MAX; i >= 0; i--) p[i] = 1;
  for (unsigned long i = 0; i < ULONG_MAX; i++) p[i] = 1;
  for (unsigned long i = ULONG_MAX; i != 0; i--) p[i] = 1;
  for (unsigned long i = 1; i != 0; i *= 2) p[i] = 1;
  for (long i = LONG_MIN; i < LONG_MAX; i++) p[i] = p[i - 1];
  for (long i = LONG_MIN; i <= LONG_MAX; i += LONG_MAX) p[i] = p[-i];
  for (long i = LONG_MAX; i > l; i -= LONG_MAX) p[i * LONG_MAX] = p[i * LONG_MIN];
  for (int i = 0; i < n; i += 0) p[i] = 1;
  for (int i = 0; i < n; i -= INT_MIN) p[i] = 1;
  for (int i = n; i < n; i++) p[i * 0] = 1;
  for (unsigned i = 0; i < u; i += UINT_MAX) p[i] = 1;
  for (unsigned char c = 0; c < 256; c++) p[c] = 1;
  for (signed char c = 0; c < 128; c++) p[c] = 1;
  for (short s = SHRT_MIN; s <= SHRT_MAX; s++) p[s] = 1;
  for (long i = 0; i < l; i++) p[i % 0] = p[i / 0];
  for (long i = 0; i < l; i++) p[i % -1] = p[i / -1] + p[LONG_MIN / -1] + p[LONG_MIN % -1];
  for (long i = 0; i < l; i++) p[i << 63] = p[i << 64] + p[i << -1] + p[i >> 64] + p[1 << i];
  for (__int128 i = 0; i < ((__int128)1 << 100); i += (__int128)1 << 90) p[(long)i] = 1;
  for (double d = 0; d < 1e300; d *= 2) p[(long)d] = 1;
  for (float d = 0; d < 1.0f / 0.0f; d++) p[(int)d] = 1;
  for (char *q = p; q != (char *)~0ul; q += l) *q = 1;
  for (char *q = (char *)0; q; q -= LONG_MAX) *q = 1;
  for (intptr_t q = (intptr_t)p; q < INTPTR_MAX; q += INTPTR_MAX / 2) *(char *)q = 1;
  do p[n] = 1; while (n -= INT_MIN);
  while (n + INT_MAX > INT_MIN) p[n++] = 1;
}
"""
    head, body = one.split("void fN", 1)
    text = head + "".join(f"void f{k}{body}" for k in range(n))
    return text + "int main(void) { f0(a, 0, 0, 0, 0); return 0; }\n"


def huge_types(n):
    return (f"struct s {{ char a[1L << {n}]; struct {{ char b[1L << {n}]; int c[3]; }} t[3]; }}; extern struct s g, h[1L << 10];\n"
            "void f(struct s *p, int n) { for (int i = 0; i < n; i++) { p[i].t[i].c[i] = p[i + 1].t[1].c[2]; h[i] = h[i + 1];"
            " g.t[i].b[i] = 0; } }\nint main(void) { return 0; }\n")


def variable_arrays(n):
    """An array whose sizes are products of parameters."""
    sizes = "".join(f"[n{k}]" for k in range(n))
    parameters = ", ".join(f"int n{k}" for k in range(n))
    loops = "".join(f"for (int i{k} = 0; i{k} < n{k}; i{k}++)\n" for k in range(n))
    subscripts = "".join(f"[i{k}]" for k in range(n))
    return (f"void f({parameters}, int a{sizes}) {{\n{loops}a{subscripts} = i0;\n}}\nint main(void) {{ return 0; }}\n")


def preprocessed_branches(n):
    return ("int main(int c, char **v) { int x = 0;\n" + "#define D(x) x x\n" * 1 +
            "".join(f"#define D{k} {'x++;' if k == 0 else f'D{k - 1} D{k - 1}'}\n" for k in range(n)) +
            f"D{n - 1}\nreturn x; }}\n")


def macro_on_one_line(n):
    """All of it at one place of the source, as far as lines can tell."""
    return ("int a[100], b[100];\n#define L for (int i = 0; i < 100; i++) a[i] = b[i] + 1;\n#define M " + "L " * n +
            "\nint main(void) { M return a[1]; }\n")


def one_line(n):
    return "int a[100], b[100]; int main(void) { " + "for (int i = 0; i < 100; i++) a[i] = b[i] + 1; " * n + "return a[1]; }\n"


def included_in_itself(n):
    return f"#include __FILE__\nint main(void) {{ return {n}; }}\n"


def while_pyramid(n):
    return ("int a[100], b[100];\nvoid f(int n) {\n" + "".join(f"while (n > {k}) {{ n--; a[n % 100]++;\n" for k in range(n)) +
            "b[n % 100]++;" + "}" * n + "}\nint main(void) { f(3); return 0; }\n")


def nests_in_nests(n):
    """A tree of loops: three inside each."""
    def nest(depth):
        inner = "".join(nest(depth - 1) for k in range(3)) if depth else ""
        return f"for (int i{depth} = 0; i{depth} < m; i{depth}++) {{ a[i{depth}] += b[i{depth}]; {inner} }}\n"
    return f"int a[100], b[100];\nvoid f(int m) {{\n{nest(n)}}}\nint main(void) {{ f(10); return a[1]; }}\n"


def early_exits(n):
    lines = "".join(f"if (a[i] == {k}) return {k};\n" for k in range(n))
    return (f"int a[100];\nint f(int m) {{ for (int i = 0; i < m; i++) {{\n{lines}a[i]++; }} return -1; }}\n"
            "int main(void) { return f(10); }\n")


def branches_of_tasks(n):
    lines = "".join(f"if (c > {k}) for (int i = 0; i < 1000; i++) a{k % 20}[i] += a{(k * 7 + 1) % 20}[i];\n" for k in range(n))
    arrays = ", ".join(f"a{k}[1000]" for k in range(20))
    return f"int {arrays};\nint main(int c, char **v) {{\n{lines}return a1[1]; }}\n"


def else_stores(n):
    arms = " else ".join(f"if (x == {k}) a[{k % 7}]++;" for k in range(n))
    return f"int a[1000];\nvoid f(int x) {{\n{arms}\n}}\nint main(int c, char **v) {{ f(c); return a[0]; }}\n"


def else_in_loop(n):
    arms = " else ".join(f"if (x == {k}) a[i] = {k % 7};" for k in range(n))
    return (f"int a[1000], b[1000];\nvoid f(int m) {{ for (int i = 0; i < m; i++) {{\nint x = b[i];\n{arms}\n}} }}\n"
            "int main(int c, char **v) { f(c); return a[0]; }\n")


def ifs_in_sequence(n):
    lines = "\n".join(f"if (x == {k}) a[{k % 7}]++;" for k in range(n))
    return f"int a[1000];\nvoid f(int x) {{\n{lines}\n}}\nint main(int c, char **v) {{ f(c); return a[0]; }}\n"


def loops_until(n):
    lines = "\n".join(f"while (a[x % 100] > {k}) x = a[x % 50] + 1;" for k in range(n))
    return f"int a[100];\nvoid f(int x) {{\n{lines}\n}}\nint main(int c, char **v) {{ f(c); return a[0]; }}\n"


def byte_parser(n):
    cases = "\n".join(f"case {k}: s += p[0] * {k}; if (s > {k}) p++; break;" for k in range(n))
    return (f"int f(const unsigned char *p, int n) {{ int s = 0; while (n-- > 0) {{ switch (*p++) {{\n{cases}\n}} }}\n"
            "return s; }\nint main(void) { return 0; }\n")


def call_sites(n):
    calls = "\n".join(f"g(a, {k});" for k in range(n))
    return ("int a[1000];\nstatic void g(int *p, int k) { for (int i = 0; i < k; i++) p[i] += k; }\n"
            f"int main(void) {{\n{calls}\nreturn a[1]; }}\n")


def hooks_and_callers(n):
    """Functions that call each other through one pointer."""
    functions = "".join(f"static int f{k}(int *p, int n) {{ p[n] = {k}; return hook ? hook(p, n - 1) : 0; }}\n"
                        for k in range(n))
    sets = "".join(f"if (c == {k}) hook = f{k};\n" for k in range(n))
    return (f"int a[100];\nstatic int (*hook)(int *, int);\n{functions}int main(int c, char **v) {{\n{sets}"
            "return hook(a, 3); }\n")


def values_of_growth(n):
    """A table that grows to a size with many ways to come about."""
    lines = "\n".join(f"size += size ^ (c + {k});" for k in range(n))
    return ("#include <stdlib.h>\nint *all;\nint main(int c, char **v) {\nint size = c, room = 4, count = 0;\n"
            "for (int i = 0; i < 100; i++) {\n"
            f"{lines}\nif (count == room) {{ room = size; all = realloc(all, room * sizeof *all); }}\n"
            "all[count++] = i;\n}\nreturn all[c]; }\n")


def arrays_in_function(n):
    lines = "".join(f"int g{k}[100]; for (int i = 0; i < 100; i++) g{k}[i] = c + i; s += g{k}[c];\n" for k in range(n))
    return f"int main(int c, char **v) {{ int s = 0;\n{lines}return s; }}\n"


def sums_in_members(n):
    """Loops over arrays of their own, each with a sum in a member of its own, in a function that a loop calls."""
    data = "".join(f"static int g{k}[10]; static struct {{ int x, y; }} v{k};\n" for k in range(n))
    lines = "".join(f"for (int i = 0; i < 10; i++) g{k}[i] += c * i; v{k}.x += g{k}[3];\n" for k in range(n))
    return (f"{data}static void f(int c) {{\n{lines}}}\n"
            "int main(void) { for (int k = 0; k < 10; k++) f(k); return v0.x; }\n")


def steps_of_nests(n):
    """Each step calls functions with a nest of their own, which read what others have written."""
    def relax(k):
        return (f"static double u{k}[N][N], v{k}[N][N];\nstatic void relax{k}(int n) {{\nfor (int i = 1; i < n - 1; i++)\n"
                f"for (int j = 1; j < n - 1; j++) u{k}[i][j] = v{max(0, k - 1 - k % 7)}[i - 1][j] + v{k}[i][j + 1];\n"
                f"for (int i = 1; i < n - 1; i++)\nfor (int j = 1; j < n - 1; j++) v{k}[i][j] = u{k}[i][j];\n}}\n")

    calls = "\n".join(f"relax{k}(c);" for k in range(n))
    return (f"enum {{ N = 40 }};\n{''.join(map(relax, range(n)))}int main(int c, char **v) {{\n"
            f"for (int step = 0; step < 10; step++) {{\n{calls}\n}}\nreturn v0[c][1] > 0; }}\n")


def pointers_in_struct(n):
    loops = "\n".join(f"for (int i = 0; i < n; i++) s->m{k}[i] += i;" for k in range(n))
    return (f"struct s {{ {' '.join(f'int *m{k};' for k in range(n))} }};\nvoid f(struct s *s, int n) {{\n{loops}\n}}\n"
            "int main(void) { return 0; }\n")


def pointer_parameters(n):
    parameters = ", ".join(f"int *p{k}" for k in range(n))
    lines = "\n".join(f"p{k}[i] += i;" for k in range(n))
    return f"void f({parameters}, int n) {{ for (int i = 0; i < n; i++) {{\n{lines}\n}} }}\nint main(void) {{ return 0; }}\n"


CASES = {
    "nested-loops": (nested_loops, 40, 220),
    "nested-blocks": (nested_blocks, 200, 250),
    "too-nested-blocks": (nested_blocks, 5000, 1000000),
    "nested-ifs": (nested_ifs, 200, 3000),
    "else-chain": (else_chain, 500, 5000),
    "nested-parentheses": (nested_parentheses, 200, 100000),
    "nested-unary": (nested_unary, 1000, 100000),
    "nested-initialisers": (nested_initialisers, 200, 100000),
    "nested-conditional": (nested_conditional, 500, 20000),
    "nested-calls": (nested_calls, 100, 250),
    "nested-subscripts": (nested_subscripts, 100, 250),
    "nested-statement-expressions": (nested_statement_expressions, 30, 120),
    "nested-switches": (nested_switches, 50, 250),
    "nested-structs": (nested_structs, 50, 250),
    "chained-structs": (chained_structs, 12, 40),
    "sum-of-terms": (sum_of_terms, 1000, 100000),
    "sum-in-loop": (sum_in_loop, 300, 10000),
    "sum-of-subscripts": (sum_of_subscripts, 300, 10000),
    "product-of-terms": (product_of_terms, 100, 3000),
    "comma-chain": (comma_chain, 1000, 50000),
    "logical-chain": (logical_chain, 500, 20000),
    "assignment-chain": (assignment_chain, 1000, 50000),
    "string-of-length": (string_of_length, 100000, 20000000),
    "pieces-of-string": (pieces_of_string, 1000, 200000),
    "initialiser-of-length": (initialiser_of_length, 5000, 1000000),
    "long-function": (long_function, 1000, 100000),
    "long-body": (long_body, 300, 20000),
    "long-scalar-function": (long_scalar_function, 1000, 100000),
    "many-functions": (many_functions, 300, 50000),
    "unused-functions": (unused_functions, 300, 50000),
    "chain-of-calls": (chain_of_calls, 500, 10000),
    "chain-with-arrays": (chain_with_arrays, 100, 4000),
    "doubling-calls": (doubling_calls, 12, 60),
    "mutual-recursion": (mutual_recursion, 60, 1000),
    "function-table": (function_table, 100, 5000),
    "switch-cases": (switch_cases, 500, 100000),
    "fallthrough-cases": (fallthrough_cases, 300, 100000),
    "labels-and-gotos": (labels_and_gotos, 100, 10000),
    "many-parameters": (many_parameters, 500, 10000),
    "many-members": (many_members, 500, 10000),
    "many-used-members": (many_used_members, 200, 10000),
    "many-enumerators": (many_enumerators, 1000, 100000),
    "many-globals": (many_globals, 500, 50000),
    "many-pointers": (many_pointers, 100, 5000),
    "variables-in-loop": (variables_in_loop, 100, 5000),
    "privates-in-loop": (privates_in_loop, 100, 5000),
    "loops-in-function": (loops_in_function, 60, 1000),
    "loops-over-one-array": (loops_over_one_array, 40, 1000),
    "accesses-in-nest": (accesses_in_nest, 20, 500),
    "deep-pointer": (deep_pointer, 10, 50),
    "dimensions": (dimensions, 20, 250),
    "dimensioned-loops": (dimensioned_loops, 10, 60),
    "huge-array": (huge_array, 40, 62),
    "huge-elements": (huge_elements, 40, 60),
    "huge-matrix": (huge_matrix, 20, 31),
    "huge-coefficients": (huge_coefficients, 31, 63),
    "extreme-bounds": (extreme_bounds, 1, 10),
    "huge-types": (huge_types, 30, 59),
    "variable-arrays": (variable_arrays, 4, 30),
    "preprocessed-branches": (preprocessed_branches, 8, 16),
    "macro-on-one-line": (macro_on_one_line, 50, 1000),
    "one-line": (one_line, 50, 1000),
    "included-in-itself": (included_in_itself, 1, 1),
    "while-pyramid": (while_pyramid, 30, 250),
    "nests-in-nests": (nests_in_nests, 3, 6),
    "early-exits": (early_exits, 100, 5000),
    "counters-in-nests": (counters_in_nests, 30, 200),
    "branches-of-tasks": (branches_of_tasks, 40, 1000),
    "else-stores": (else_stores, 400, 5000),
    "else-in-loop": (else_in_loop, 300, 4000),
    "ifs-in-sequence": (ifs_in_sequence, 500, 50000),
    "loops-until": (loops_until, 200, 4000),
    "byte-parser": (byte_parser, 500, 10000),
    "call-sites": (call_sites, 300, 20000),
    "hooks-and-callers": (hooks_and_callers, 200, 2000),
    "values-of-growth": (values_of_growth, 500, 1000),
    "arrays-in-function": (arrays_in_function, 100, 1000),
    "steps-of-nests": (steps_of_nests, 40, 320),
    "sums-in-members": (sums_in_members, 40, 500),
    "pointers-in-struct": (pointers_in_struct, 60, 700),
    "pointer-parameters": (pointer_parameters, 40, 250),
}
