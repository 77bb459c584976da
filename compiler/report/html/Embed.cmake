# Writes OUT, a C++ file with the page, its style and its scripts as string literals.
#   cmake -DOUT=file.cpp -DFOLDER=html -DSCRIPTS=a.js,b.js -P Embed.cmake
# A literal may not be too long for the compiler (65 536 bytes are sure), so each line is one of its own.
function(literal result)
  set(text "")
  foreach(name ${ARGN})
    file(READ ${FOLDER}/${name} content)
    string(APPEND text "${content}")
  endforeach()
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "??" "?\\?" text "${text}") # else a trigraph
  string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
  set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

string(REPLACE "," ";" SCRIPTS "${SCRIPTS}")
literal(page page.html)
literal(style page.css)
literal(script ${SCRIPTS})
file(WRITE ${OUT} "// Made from compiler/report/html by Embed.cmake.
#include \"report/HtmlTemplate.h\"

namespace kasuri {

const char pageTemplate[] =
    ${page};
const char pageStyle[] =
    ${style};
const char pageScript[] =
    ${script};

} // namespace kasuri
")
