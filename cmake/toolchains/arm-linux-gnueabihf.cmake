# ARMv7 with hardware floating point: see linux.cmake.
set(KASURI_TRIPLE arm-linux-gnueabihf)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
