/* PARALLEL: 3
 * Braces and brackets of two characters, and comments in all places: new text stands behind the braces, and comments in it
 * name what the source has. */
#include <math.h>
#include <stdio.h>

static double root(double v) <%
  double s = 0;
  for (int k = 0; k < 30; k++)
    s += sqrt(v + k);
  return s;
%>

enum <% N = 64 %>;
static double a<:N:><:N:>, b<:N:><:N:>, c<:N:><:N:>;

__attribute__((noinline)) static void product(void) <%
  for (int i = 0; i < N; i++) <%
    for (int j = 0; j < N; j++) <%
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a<:i:><:k:> * b/* of */<:j/* the row */:><:k // and the column
        :>;
      c<:i:><:j:> = sum;
    %>
  %>
%>

int main(void) <%
  double s = 0;
  for (int i = 0; i < 100; i++) <%
    double r = root(i - 20.0);
    printf("%d %d\n", i, r != r);
    s = s * 0.5 + (r == r ? r : 0);
  %>
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) <%
      a<:i:><:j:> = (i * 7 + j) % 13;
      b<:i:><:j:> = (i * 5 + j) % 11;
    %>
  product();
  for (int i = 0; i < N; i++)
    s += c<:i:><:i:>;
  printf("%g\n", s);
  return 0;
%>
