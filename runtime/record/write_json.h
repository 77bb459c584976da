/* JSON, written piece by piece; numbers do not depend on the program's locale. */
#ifndef KSI_WRITE_JSON_H
#define KSI_WRITE_JSON_H

#include <stdint.h>
#include <stdio.h>

typedef struct ksi_json {
  FILE *file;
  int depth;
  int compact; /* open containers since the one that is written on one line, including it */
  int has_members;
} ksi_json;

/* A container begins with '{' or '['. `name` is null in arrays and at the top. */
void ksi_open_json(ksi_json *json, const char *name, char bracket);
/* The same, on one line with its contents. */
void ksi_open_line(ksi_json *json, const char *name, char bracket);
void ksi_close_json(ksi_json *json, char bracket);
void ksi_put_text(ksi_json *json, const char *name, const char *text);
void ksi_put_count(ksi_json *json, const char *name, uint64_t count);
/* To six decimals. */
void ksi_put_number(ksi_json *json, const char *name, double number);
/* A number that is already formatted, as with %.9g in the C locale. */
void ksi_put_digits(ksi_json *json, const char *name, const char *digits);
void ksi_put_null(ksi_json *json, const char *name);

#endif
