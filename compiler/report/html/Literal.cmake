# literal(RESULT FILES...): the files, one behind the other, as a C++ string literal.
# A literal may not be too long for the compiler (65 536 bytes are sure), so each line is one of its own.
function(literal result)
  set(text "")
  foreach(name ${ARGN})
    file(READ ${name} content)
    string(APPEND text "${content}")
  endforeach()
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "??" "?\\?" text "${text}") # else a trigraph
  string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
  set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()
