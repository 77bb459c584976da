# Writes OUT, a C++ file with a page, its styles, its scripts, and samples for it, as string literals.
#   cmake -DOUT=file.cpp -DHEADER=x.h -DNAME=pageTemplate -DPAGE=a.html -DSTYLES=a.css,b.css
#         -DSCRIPTS=a.js,b.js [-DSAMPLES=a.c,b.c] -P Embed.cmake
# HEADER declares NAME, an HtmlTemplate.
include(${CMAKE_CURRENT_LIST_DIR}/Literal.cmake)

foreach(list STYLES SCRIPTS SAMPLES)
  string(REPLACE "," ";" ${list} "${${list}}")
endforeach()
literal(page ${PAGE})
literal(style ${STYLES})
literal(script ${SCRIPTS})
set(samples "")
if(SAMPLES)
  foreach(file ${SAMPLES})
    get_filename_component(name ${file} NAME_WE)
    literal(text ${file})
    string(APPEND samples "    {\"${name}\",\n    ${text}},\n")
  endforeach()
  list(LENGTH SAMPLES count)
  set(samples "const Sample playgroundSamples[] = {\n${samples}};\nconst unsigned playgroundSampleCount = ${count};\n\n")
endif()
file(WRITE ${OUT} "// Made by Embed.cmake of ${PAGE} and what it needs.
#include \"${HEADER}\"

namespace kasuri {

const HtmlTemplate ${NAME} = {
    ${page},
    ${style},
    ${script},
};

${samples}} // namespace kasuri
")
