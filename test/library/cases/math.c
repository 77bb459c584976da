/* Functions of numbers: <math.h>, <complex.h>, <stdlib.h> and builtins. */
#define _GNU_SOURCE
#include "../logger.h"

#include <arpa/inet.h>
#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

static const double numbers[] = {0.5,  -0.5,  1,   -1,       0,   2.5,       -2.5,  -3,
                                 1e30, -1e30, 800, INFINITY, NAN, -INFINITY, 5e-324};

#define EACH(expression)                                                                           \
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {                                  \
    const double x = numbers[i];                                                                   \
    expression;                                                                                    \
  }

#define ONE(function)                                                                              \
  CASE(function) { EACH(NUMBER((function)(x))); }
#define TWO(function)                                                                              \
  CASE(function) {                                                                                 \
    EACH(NUMBER((function)(x, 3)); NUMBER((function)(2, x)); NUMBER((function)(x, 0)));            \
  }
#define WHOLE(function)                                                                            \
  CASE(function) { EACH(NUMBER((function)(x, 3)); NUMBER((function)(x, 2000))); }
#define ALL(KIND, function) KIND(function) KIND(function##f) KIND(function##l)

ALL(ONE, fabs);
ALL(ONE, floor);
ALL(ONE, ceil);
ALL(ONE, trunc);
ALL(ONE, round);
ALL(ONE, roundeven);
ALL(ONE, rint);
ALL(ONE, nearbyint);
ALL(TWO, copysign);
ALL(TWO, fmax);
ALL(TWO, fmin);
ALL(ONE, creal);
ALL(ONE, cimag);
ALL(ONE, conj);
ALL(ONE, cproj);
ALL(ONE, sin);
ALL(ONE, cos);
ALL(ONE, tan);
ALL(ONE, asin);
ALL(ONE, acos);
ALL(ONE, atan);
ALL(TWO, atan2);
ALL(ONE, sinh);
ALL(ONE, cosh);
ALL(ONE, tanh);
ALL(ONE, asinh);
ALL(ONE, acosh);
ALL(ONE, atanh);
ALL(ONE, exp);
ALL(ONE, exp2);
ALL(ONE, exp10);
ALL(ONE, expm1);
ALL(ONE, log);
ALL(ONE, log2);
ALL(ONE, log10);
ALL(ONE, log1p);
ALL(TWO, pow);
ALL(ONE, sqrt);
ALL(ONE, cbrt);
ALL(TWO, hypot);
ALL(ONE, lrint);
ALL(ONE, llrint);
ALL(ONE, lround);
ALL(ONE, llround);
ALL(TWO, fmod);
ALL(TWO, remainder);
ALL(TWO, drem);
ALL(TWO, nextafter);
ALL(TWO, nexttoward);
ALL(TWO, fdim);
ALL(WHOLE, ldexp);
ALL(TWO, scalb);
ALL(WHOLE, scalbn);
ALL(WHOLE, scalbln);
ALL(ONE, ilogb);
ALL(ONE, logb);
ALL(ONE, significand);
ALL(ONE, erf);
ALL(ONE, erfc);
ALL(ONE, tgamma);
ALL(ONE, j0);
ALL(ONE, j1);
ALL(ONE, y0);
ALL(ONE, y1);
ALL(ONE, cabs);
ALL(ONE, carg);
ALL(ONE, cexp);
ALL(ONE, clog);
ALL(ONE, csqrt);
ALL(TWO, cpow);
ALL(ONE, csin);
ALL(ONE, ccos);
ALL(ONE, ctan);
ALL(ONE, casin);
ALL(ONE, cacos);
ALL(ONE, catan);
ALL(ONE, csinh);
ALL(ONE, ccosh);
ALL(ONE, ctanh);
ALL(ONE, casinh);
ALL(ONE, cacosh);
ALL(ONE, catanh);
ALL(ONE, lgamma);
ALL(ONE, gamma);

#define ORDER(function)                                                                            \
  CASE(function) { EACH(NUMBER((function)(2, x))); }
ALL(ORDER, jn);
ALL(ORDER, yn);

#define FUSED(function)                                                                            \
  CASE(function) { EACH(NUMBER((function)(x, 1e30, 3))); }
ALL(FUSED, fma);

#define NOT_A_NUMBER(function)                                                                     \
  CASE(function) {                                                                                 \
    char *digits = text(0, "123");                                                                 \
    NUMBER((function)(digits));                                                                    \
  }
ALL(NOT_A_NUMBER, nan);

#define WITH_INT(function)                                                                         \
  CASE(function) {                                                                                 \
    EACH(int *place = room(1, sizeof *place); NUMBER((function)(x, place)); if (i == 13) break);   \
  }
ALL(WITH_INT, frexp);
WITH_INT(lgamma_r);
WITH_INT(lgammaf_r);
WITH_INT(lgammal_r);

#define PARTS(function, type)                                                                      \
  CASE(function) {                                                                                 \
    EACH(type *whole = room(1, sizeof *whole); NUMBER((function)(x, whole)); if (i == 13) break);  \
  }
PARTS(modf, double);
PARTS(modff, float);
PARTS(modfl, long double);

#define BOTH(function, type)                                                                       \
  CASE(function) {                                                                                 \
    EACH(if (i % 3 != 0) continue; type *sine = room(1, sizeof *sine);                             \
         type *cosine = room(2, sizeof *cosine); NOTHING(((function)(x, sine, cosine), 0)));       \
  }
BOTH(sincos, double);
BOTH(sincosf, float);
BOTH(sincosl, long double);

#define QUOTIENT(function)                                                                         \
  CASE(function) {                                                                                 \
    EACH(int *bits = room(2, sizeof *bits); NUMBER((function)(x, 3, bits)); if (i == 13) break);   \
  }
ALL(QUOTIENT, remquo);

ONE(isnan);
ONE(isinf);
ONE(finite);
ONE(__isnan);
ONE(__isinf);
ONE(__finite);
ONE(__isnanf);
ONE(__isinff);
ONE(__finitef);
ONE(__isnanl);
ONE(__isinfl);
ONE(__finitel);
ONE(__signbit);
ONE(__signbitf);
ONE(__signbitl);
ONE(__fpclassify);
ONE(__fpclassifyf);
ONE(__fpclassifyl);
#define BUILTIN(function, call)                                                                    \
  CASE(function) { EACH(NUMBER(call)); }
BUILTIN(__builtin_isnan, __builtin_isnan(x));
BUILTIN(__builtin_isinf_sign, __builtin_isinf_sign(x));
BUILTIN(__builtin_isfinite, __builtin_isfinite(x));
BUILTIN(__builtin_isinf, __builtin_isinf(x));
BUILTIN(__builtin_signbit, __builtin_signbit(x));
BUILTIN(__builtin_isgreater, __builtin_isgreater(x, 1.0));
BUILTIN(__builtin_isless, __builtin_isless(x, 1.0));
BUILTIN(__builtin_islessequal, __builtin_islessequal(x, 1.0));
BUILTIN(__builtin_isgreaterequal, __builtin_isgreaterequal(x, 1.0));
BUILTIN(__builtin_isunordered, __builtin_isunordered(x, 1.0));
BUILTIN(__builtin_huge_val, __builtin_huge_val() + x);
BUILTIN(__builtin_huge_valf, __builtin_huge_valf() + x);
BUILTIN(__builtin_inf, __builtin_inf() + x);
BUILTIN(__builtin_inff, __builtin_inff() + x);
CASE(__builtin_nan) { NUMBER(__builtin_nan(text(0, "5"))); }
CASE(__builtin_nanf) { NUMBER(__builtin_nanf(text(0, "5"))); }

#define BITS(function)                                                                             \
  CASE(function) {                                                                                 \
    for (unsigned each = 1; each != 0; each <<= 5)                                                 \
      NUMBER(function(each));                                                                      \
  }
BITS(__builtin_clz);
BITS(__builtin_clzl);
BITS(__builtin_clzll);
BITS(__builtin_ctz);
BITS(__builtin_ctzl);
BITS(__builtin_ctzll);
BITS(__builtin_popcount);
BITS(__builtin_popcountl);
BITS(__builtin_popcountll);
BITS(__builtin_parity);
BITS(__builtin_ffs);
BITS(__builtin_bswap16);
BITS(__builtin_bswap32);
BITS(__builtin_bswap64);
BITS(ffs);
BITS(ffsl);
BITS(ffsll);
BITS(abs);
BITS(labs);
BITS(llabs);
BITS(imaxabs);
BITS(htons);
BITS(htonl);
BITS(ntohs);
BITS(ntohl);
CASE(__builtin_expect) { NUMBER(__builtin_expect(3, 1)); }
CASE(div) { NUMBER(div(7, 2).quot); }
CASE(ldiv) { NUMBER(ldiv(7, 2).quot); }
CASE(lldiv) { NUMBER(lldiv(7, 2).quot); }
CASE(imaxdiv) { NUMBER(imaxdiv(7, 2).quot); }
