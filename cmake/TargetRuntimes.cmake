# The runtime and the tools on the target for other machines than this one: each is built by its own compiler in a
# folder of its own, and comes to lib/kasuri/TRIPLE, where kasuri and kasuri-cc look for it.
#
#     cmake --build build --target runtime-aarch64-linux-gnu
#     cmake -B build -DKASURI_TARGETS="aarch64-linux-gnu;arm-linux-gnueabihf"     these with everything else
include(ExternalProject)
set(KASURI_TARGETS "" CACHE STRING "Other machines to build the runtime for, as aarch64-linux-gnu")
set(known aarch64-linux-gnu arm-linux-gnueabihf ${KASURI_TARGETS})
list(REMOVE_DUPLICATES known)
foreach(triple ${known})
  set(result ${CMAKE_BINARY_DIR}/lib/kasuri/${triple})
  set(is_extra TRUE)
  if(triple IN_LIST KASURI_TARGETS)
    set(is_extra FALSE)
  endif()
  ExternalProject_Add(runtime-${triple}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${CMAKE_BINARY_DIR}/targets/${triple}
    PREFIX ${CMAKE_BINARY_DIR}/targets/${triple}-steps
    CMAKE_ARGS --toolchain ${PROJECT_SOURCE_DIR}/cmake/toolchains/linux.cmake -DKASURI_TRIPLE=${triple}
               -DCMAKE_BUILD_TYPE=Release -DKASURI_COMPILER=OFF
               -DCMAKE_ARCHIVE_OUTPUT_DIRECTORY=${result} -DCMAKE_LIBRARY_OUTPUT_DIRECTORY=${result}
               -DCMAKE_RUNTIME_OUTPUT_DIRECTORY=${result}/bin
    INSTALL_COMMAND "" TEST_COMMAND ""
    BUILD_ALWAYS TRUE EXCLUDE_FROM_ALL ${is_extra})
endforeach()
