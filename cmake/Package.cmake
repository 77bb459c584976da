# Debian packages: cmake --preset package && cmake --build --preset package && cpack --preset package
#
# As Debian has it for a compiler with a runtime. libkasuri3 is the shared library alone, called by its soname, so that
# programs of two ABIs can be installed side by side. libkasuri-dev compiles what Kasuri has written, on a board that has
# no LLVM, too; and so do the tools of the target, kasuri-tools. kasuri is the compiler, which needs libkasuri-dev
# for what it links. Runtimes for other machines, which are not of this architecture, are in none of them: a package of
# theirs is made over there (KASURI_COMPILER=OFF).
find_program(gzip gzip)
if(NOT gzip OR CMAKE_CROSSCOMPILING)
  return()
endif()
# The one place that names them: the packages' fields and their changelog are made of it.
set(KASURI_MAINTAINER "The Kasuri maintainers <maintainers@users.noreply.a-seed-b9f52b82.example>" CACHE STRING
    "Maintainer of the packages")
set(KASURI_PACKAGE_RELEASE 1 CACHE STRING "Number of the packages of this version")
set(package_version ${PROJECT_VERSION}-${KASURI_PACKAGE_RELEASE})
set(packages_of_runtime libkasuri${KASURI_ABI})
set(packages_of_development libkasuri-dev)
set(packages_of_tools kasuri-tools)
set(packages_of_compiler kasuri)
set(CPACK_COMPONENTS_ALL runtime development tools)
if(KASURI_COMPILER)
  list(APPEND CPACK_COMPONENTS_ALL compiler)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kasuri)
set(CPACK_PACKAGE_VENDOR Kasuri)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_CONTACT ${KASURI_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${KASURI_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_RELEASE ${KASURI_PACKAGE_RELEASE})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/LoseScripts.cmake)

# What each is called and needs beside the shared libraries that dpkg-shlibdeps finds.
function(describe component section summary text)
  cmake_parse_arguments(with "" "DEPENDS;RECOMMENDS;SUGGESTS" "" ${ARGN})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${packages_of_${component}} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
  foreach(kind DEPENDS RECOMMENDS SUGGESTS)
    set(CPACK_DEBIAN_${upper}_PACKAGE_${kind} "${with_${kind}}" PARENT_SCOPE)
  endforeach()
endfunction()
describe(runtime libs "runtime of programs that Kasuri has made parallel"
"The shared library of programs whose loops and statements the compiler kasuri
has put on several cores. It wakes and parks workers, divides the cores among
programs, and can keep others off them.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
describe(development libdevel "runtime of Kasuri: headers and static library"
"What is needed to compile the C that the compiler kasuri writes: headers, the
static library, and packages for pkg-config and CMake."
         DEPENDS "libkasuri${KASURI_ABI} (= ${package_version}), libc6-dev | libc-dev" SUGGESTS "pkgconf | pkg-config, cmake")
describe(tools utils "tools for machines on which programs of Kasuri run"
"ks-probe describes a machine to the compiler, ks-noise measures what the system
takes away from a program on each core, ks-exclusive runs a program on cores
that nobody else uses, and ks-trace tells where a parallel program's time goes.")
describe(compiler devel "source-to-source auto-parallelising compiler for C"
"Reads sequential C and writes the same files with the loops and statements that
may run at the same time as each other in task functions, beside a schedule for
each number of cores. The output of programs stays the same, bit for bit.
Whatever stays sequential says why, with what would help.
.
kasuri-cc takes the command line of cc and does it all in one step."
         DEPENDS "libkasuri-dev (= ${package_version}), libclang-common-${KASURI_CLANG}-dev, python3"
         RECOMMENDS "gcc | c-compiler, kasuri-tools" SUGGESTS "bash-completion, clang-${KASURI_CLANG}, llvm-${KASURI_CLANG}")

# In each package, and nowhere else.
set(changelog ${CMAKE_BINARY_DIR}/changelog.Debian.gz)
configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/changelog.in ${CMAKE_BINARY_DIR}/changelog @ONLY)
execute_process(COMMAND ${gzip} -9nc ${CMAKE_BINARY_DIR}/changelog OUTPUT_FILE ${changelog})
foreach(component ${CPACK_COMPONENTS_ALL})
  install(FILES ${changelog} ${PROJECT_SOURCE_DIR}/cmake/debian/copyright
          DESTINATION share/doc/${packages_of_${component}} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
