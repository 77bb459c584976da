# Compiles for KASURI_TRIPLE with the compiler KASURI_TRIPLE-gcc, as Debian and Ubuntu name it; its programs run under
# QEMU's user mode emulation, where that is installed.
#
#     cmake -B build-board --toolchain cmake/toolchains/linux.cmake -DKASURI_TRIPLE=riscv64-linux-gnu
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES KASURI_TRIPLE)
if(NOT KASURI_TRIPLE)
  message(FATAL_ERROR "KASURI_TRIPLE is not set: which machine to compile for, as aarch64-linux-gnu")
endif()
find_program(KASURI_CROSS_COMPILER ${KASURI_TRIPLE}-gcc)
if(NOT KASURI_CROSS_COMPILER)
  message(FATAL_ERROR "there is no ${KASURI_TRIPLE}-gcc; Debian and Ubuntu have it in gcc-${KASURI_TRIPLE}")
endif()
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${KASURI_TRIPLE})
set(CMAKE_C_COMPILER ${KASURI_CROSS_COMPILER})
set(CMAKE_FIND_ROOT_PATH /usr/${KASURI_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
find_program(KASURI_EMULATOR NAMES qemu-${CMAKE_SYSTEM_PROCESSOR} qemu-${CMAKE_SYSTEM_PROCESSOR}-static)
if(KASURI_EMULATOR)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${KASURI_EMULATOR} -L /usr/${KASURI_TRIPLE})
endif()
