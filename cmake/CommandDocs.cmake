# Manual pages and shell completions, from what the commands that have been built say of themselves: build/share, which is
# installed as it is.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(KASURI_ZSH_FUNCTIONS share/zsh/site-functions CACHE STRING
    "Where zsh looks for completions, below the prefix; Debian's packages: share/zsh/vendor-completions")
set(command_docs ${CMAKE_BINARY_DIR}/share)
set(command_docs_stamp ${CMAKE_BINARY_DIR}/command-docs.stamp)
set(documented kasuri kasuri-cc ks-exclusive ks-noise ks-probe ks-trace)
file(GLOB command_docs_inputs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/* ${PROJECT_SOURCE_DIR}/machines/*.json)
add_custom_command(OUTPUT ${command_docs_stamp}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/docs/generators/command-docs $<TARGET_FILE_DIR:kasuri> ${command_docs}
  COMMAND ${CMAKE_COMMAND} -E touch ${command_docs_stamp}
  DEPENDS ${documented} ${command_docs_inputs} ${PROJECT_SOURCE_DIR}/docs/generators/command-docs
          ${PROJECT_SOURCE_DIR}/docs/generators/command_help.py ${PROJECT_SOURCE_DIR}/docs/generators/command_pages.py
          ${PROJECT_SOURCE_DIR}/docs/generators/command_completion.py
  COMMENT "Making manual pages and shell completions" VERBATIM)
add_custom_target(command_docs ALL DEPENDS ${command_docs_stamp})
