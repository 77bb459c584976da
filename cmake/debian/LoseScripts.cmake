# CPack writes scripts that call ldconfig into packages of shared libraries; Debian wants the trigger instead, which
# runs it once for all packages of an installation.
foreach(package ${CPACK_PACKAGE_FILES})
  if(package MATCHES "/libkasuri[0-9]+_[^/]*$")
    set(unpacked ${package}.unpacked)
    execute_process(COMMAND dpkg-deb -R ${package} ${unpacked} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${unpacked}/DEBIAN/postinst ${unpacked}/DEBIAN/postrm)
    execute_process(COMMAND dpkg-deb -Zxz --root-owner-group -b ${unpacked} ${package} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE ${unpacked})
  endif()
endforeach()
