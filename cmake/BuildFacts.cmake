# What --version says of this build: generated/kasuri_build.h, written when one of it changes. The revision is asked for
# at each build, since commits come between two runs of CMake; sources that are not a repository of their own have none.
# Nothing in it depends on when or where the build is made.
if(CMAKE_SCRIPT_MODE_FILE)
  set(revision "")
  if(EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git --no-optional-locks -C ${SOURCE} describe --always --dirty=-changed --abbrev=12 --exclude=*
                    OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  file(CONFIGURE OUTPUT ${OUT} CONTENT [[
#define KASURI_VERSION "@VERSION@"
#define KASURI_REVISION "@revision@"
#define KASURI_BUILD_TYPE "@TYPE@"
#define KASURI_TARGET "@TARGET@"
#define KASURI_LICENSE "Apache-2.0 WITH LLVM-exception"
]] @ONLY)
  return()
endif()

execute_process(COMMAND ${CMAKE_C_COMPILER} -dumpmachine OUTPUT_VARIABLE KASURI_HOST OUTPUT_STRIP_TRAILING_WHITESPACE)
if(CMAKE_C_COMPILER_TARGET)
  set(KASURI_HOST ${CMAKE_C_COMPILER_TARGET})
endif()
set(facts ${CMAKE_BINARY_DIR}/generated/kasuri_build.h)
set(build_type ${CMAKE_BUILD_TYPE})
if(NOT build_type)
  set(build_type none)
endif()
add_custom_target(write_build_facts BYPRODUCTS ${facts}
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUT=${facts} -DVERSION=${PROJECT_VERSION} -DTYPE=${build_type}
          -DTARGET=${KASURI_HOST} -P ${CMAKE_CURRENT_LIST_FILE}
  COMMENT "Asking for the revision" VERBATIM)
add_library(build_facts INTERFACE)
target_include_directories(build_facts INTERFACE ${CMAKE_BINARY_DIR}/generated)
add_dependencies(build_facts write_build_facts)
