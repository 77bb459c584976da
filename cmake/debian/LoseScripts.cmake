# CPack writes scripts that call ldconfig into packages with shared libraries. For the runtime Debian wants the trigger
# instead, which runs it once for all packages of an installation. The compiler's libraries in lib/kasuri are loaded by
# their path, so the loader's cache need not know them.
foreach(package ${CPACK_PACKAGE_FILES})
  if(package MATCHES "/(libkasuri[0-9]+|kasuri)_[^/]*$")
    set(unpacked ${package}.unpacked)
    execute_process(COMMAND dpkg-deb -R ${package} ${unpacked} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${unpacked}/DEBIAN/postinst ${unpacked}/DEBIAN/postrm)
    if(package MATCHES "/kasuri_[^/]*$")
      file(REMOVE ${unpacked}/DEBIAN/shlibs)
    endif()
    execute_process(COMMAND dpkg-deb -Zxz --root-owner-group -b ${unpacked} ${package} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE ${unpacked})
  endif()
endforeach()
