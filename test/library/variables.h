/* Variables of the library; see variables.c. */
#ifndef VARIABLES_H
#define VARIABLES_H

#include <stdio.h>

/* Before a call. */
void mark_variables(void);
/* After it: those that it has set. */
void tell_variables(FILE *facts);

#endif
