# What is installed: bin, lib, include, share/kasuri/machines, and the CMake package. The same package is in the build
# folder, where bin and lib are as they are installed.
include(CMakePackageConfigHelpers)
set(package lib/cmake/Kasuri)

# The package of a tree whose headers are in the folder given, as seen from the package's root.
function(write_package folder KASURI_INCLUDE)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/KasuriConfig.cmake.in ${folder}/KasuriConfig.cmake @ONLY)
  write_basic_package_version_file(${folder}/KasuriConfigVersion.cmake VERSION ${PROJECT_VERSION}
                                   COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/KasuriAddExecutable.cmake ${folder}/KasuriAddExecutable.cmake COPYONLY)
  file(COPY ${PROJECT_SOURCE_DIR}/cmake/toolchains DESTINATION ${folder})
endfunction()
write_package(${CMAKE_BINARY_DIR}/${package} ${PROJECT_SOURCE_DIR}/include)
write_package(${CMAKE_BINARY_DIR}/installed-package "\${Kasuri_PREFIX}/include")

install(DIRECTORY ${CMAKE_BINARY_DIR}/installed-package/ DESTINATION ${package})
install(TARGETS kasuri_static kasuri_shared ARCHIVE DESTINATION lib LIBRARY DESTINATION lib)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kasuri DESTINATION include)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/machines/ DESTINATION share/kasuri/machines FILES_MATCHING PATTERN "*.json")
if(KASURI_COMPILER)
  # scripts/oracle and what it compiles, for kasuri verify --oracle; its pass of clang is in lib/kasuri.
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/scripts/oracle DESTINATION share/kasuri/oracle/scripts)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/test/oracle DESTINATION share/kasuri/oracle/test FILES_MATCHING
          PATTERN "*.[ch]" PATTERN "claims.py" PATTERN cases EXCLUDE
          PATTERN "__pycache__" EXCLUDE)
  install(TARGETS kasuri kasuri-cc DESTINATION bin)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/lib/kasuri DESTINATION lib USE_SOURCE_PERMISSIONS OPTIONAL)
endif()
