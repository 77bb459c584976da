# What is installed, where GNUInstallDirs has it: programs, the runtime, its headers, share/kasuri/machines, and the
# runtime's packages for CMake and for pkg-config. All of it finds the rest from where it is itself, so it may be moved.
# The CMake package is also in the build folder, where bin and lib are as they are installed.
include(CMakePackageConfigHelpers)

# The CMake package of a tree: libraries in `lib`, headers in `KASURI_INCLUDE`, as seen from the package's root, which is
# `up` from the package.
function(write_package folder lib up KASURI_INCLUDE)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/KasuriConfig.cmake.in ${folder}/KasuriConfig.cmake @ONLY)
  write_basic_package_version_file(${folder}/KasuriConfigVersion.cmake VERSION ${PROJECT_VERSION}
                                   COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/KasuriAddExecutable.cmake ${folder}/KasuriAddExecutable.cmake COPYONLY)
  file(COPY ${PROJECT_SOURCE_DIR}/cmake/toolchains DESTINATION ${folder})
endfunction()
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Kasuri)
file(RELATIVE_PATH up /${package} /)
write_package(${CMAKE_BINARY_DIR}/lib/cmake/Kasuri lib ../../.. ${PROJECT_SOURCE_DIR}/include)
write_package(${CMAKE_BINARY_DIR}/installed-package ${CMAKE_INSTALL_LIBDIR} ${up}
              "\${Kasuri_PREFIX}/lib/kasuri/include")
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/kasuri.pc.in kasuri.pc @ONLY)

# Components are Debian's packages (Package.cmake): development, runtime, tools, compiler, targets.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(DIRECTORY ${CMAKE_BINARY_DIR}/installed-package/ DESTINATION ${package})
install(FILES ${CMAKE_BINARY_DIR}/kasuri.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(TARGETS kasuri_static)
install(TARGETS kasuri_shared LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kasuri DESTINATION include)
# Nothing else is in this folder: a cross compiler that is told of /usr/include takes this machine's headers for its own.
file(CREATE_LINK ../../../include/kasuri ${CMAKE_BINARY_DIR}/installed-link SYMBOLIC)
install(FILES ${CMAKE_BINARY_DIR}/installed-link DESTINATION lib/kasuri/include RENAME kasuri)
install(TARGETS ks-exclusive ks-noise ks-probe ks-trace COMPONENT tools)
# It names no folder: systemd looks for programs in /usr/bin and /usr/local/bin.
install(FILES ${PROJECT_SOURCE_DIR}/cmake/kasuri-restore.service DESTINATION lib/systemd/system COMPONENT tools)
if(KASURI_COMPILER)
  set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME compiler)
  # ks-oracle and what it compiles, for kasuri verify; its pass of clang is in lib/kasuri.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/tools/ks-oracle DESTINATION share/kasuri USE_SOURCE_PERMISSIONS
          FILES_MATCHING PATTERN "ks-oracle" PATTERN "*.[ch]" PATTERN "claims.py" PATTERN "__pycache__" EXCLUDE)
  install(FILES ${PROJECT_SOURCE_DIR}/runtime/team/distinct.c ${PROJECT_SOURCE_DIR}/runtime/team/elements.c
    ${PROJECT_SOURCE_DIR}/runtime/team/row_tables.c ${PROJECT_SOURCE_DIR}/runtime/team/terms.c
    ${PROJECT_SOURCE_DIR}/runtime/os/peek.c DESTINATION share/kasuri/ks-oracle/layers)
  install(TARGETS kasuri kasuri-cc)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/machines/ DESTINATION share/kasuri/machines FILES_MATCHING PATTERN "*.json")
  install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/kasuri)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION share/doc/kasuri PATTERN man EXCLUDE PATTERN generators EXCLUDE)
  # For kasuri verify; all else there is for other machines.
  install(TARGETS kasuri_loop_trace LIBRARY DESTINATION lib/kasuri)
  if(TARGET kasuri_sampler) # for kasuri profile
    install(TARGETS kasuri_sampler LIBRARY DESTINATION lib/kasuri)
  endif()
  install(FILES ${CMAKE_BINARY_DIR}/lib/kasuri/libkasuri-tsan.a DESTINATION lib/kasuri OPTIONAL)
  install(TARGETS kasuri_orders ARCHIVE DESTINATION lib/kasuri)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/lib/kasuri DESTINATION lib USE_SOURCE_PERMISSIONS OPTIONAL COMPONENT targets
          REGEX "/lib/kasuri/[^/]*[.](a|so)$" EXCLUDE)
  install(DIRECTORY ${command_docs}/man/man7 DESTINATION share/man)
  foreach(component compiler tools)
    set(pattern "/_?kasuri[^/]*$")
    if(component STREQUAL tools)
      set(pattern "/_?ks-[^/]*$")
    endif()
    foreach(folder man/man1 bash-completion/completions fish/vendor_completions.d)
      install(DIRECTORY ${command_docs}/${folder}/ DESTINATION share/${folder}
              COMPONENT ${component} FILES_MATCHING REGEX ${pattern})
    endforeach()
    install(DIRECTORY ${command_docs}/zsh/site-functions/ DESTINATION ${KASURI_ZSH_FUNCTIONS}
            COMPONENT ${component} FILES_MATCHING REGEX ${pattern})
  endforeach()
endif()
