/* The output of --version: version and build information. */
#pragma once
#include <kasuri/kasuri.h>

#include <stdio.h>

#if __has_include("kasuri_build.h")
#include "kasuri_build.h"
#else /* compiled by hand, as in docs/tools.md */
#define KASURI_VERSION "(built without CMake)"
#define KASURI_REVISION ""
#define KASURI_BUILD_TYPE "none"
#define KASURI_TARGET "not known"
#define KASURI_LICENSE "Apache-2.0 WITH LLVM-exception"
#endif

#ifdef __clang__
#define COMPILER_NAME ""
#else
#define COMPILER_NAME "GCC "
#endif

/* Negative if it cannot be printed. `formats`: of its files, with their versions. */
static inline int print_version(const char *tool, const char *formats) {
  const int has_revision = sizeof KASURI_REVISION > 1;
  return printf("%s %s%s%s%s\nformats: %s\nruntime ABI: %d\ntarget: %s\ncompiler: " COMPILER_NAME
                "%s\n"
                "build type: %s\n"
                "license: " KASURI_LICENSE "\n",
                tool, KASURI_VERSION, has_revision ? " (revision " : "", KASURI_REVISION,
                has_revision ? ")" : "", formats, KS_ABI_VERSION, KASURI_TARGET, __VERSION__,
                KASURI_BUILD_TYPE);
}
