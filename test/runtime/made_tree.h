/* Files of a system that a test makes up, below a folder of its own. Include it behind check.h. */
#ifndef TEST_RUNTIME_MADE_TREE_H
#define TEST_RUNTIME_MADE_TREE_H

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The text, and `end` behind it, as the content of the absolute path below `root`, with the folders
 * that lead there. */
static void put_below(const char *root, const char *path, const char *text, const char *end) {
  char full[512];
  CHECK((size_t)snprintf(full, sizeof full, "%s%s", root, path) < sizeof full);
  for (char *at = full + strlen(root) + 1; (at = strchr(at, '/')) != NULL; at++) {
    *at = '\0';
    mkdir(full, 0755);
    *at = '/';
  }
  FILE *file = fopen(full, "w");
  CHECK(file != NULL && fprintf(file, "%s%s", text, end) >= 0 && fclose(file) == 0);
}

#endif
