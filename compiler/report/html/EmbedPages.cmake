# Writes OUT, a C++ file with the pages in FOLDER as string literals, each by the name of its file.
#   cmake -DOUT=file.cpp -DFOLDER=docs/obstacles -P EmbedPages.cmake
include(${CMAKE_CURRENT_LIST_DIR}/Literal.cmake)

file(GLOB pages ${FOLDER}/*.md)
list(SORT pages)
file(WRITE ${OUT} "// Made from docs/obstacles by EmbedPages.cmake.
#include \"report/ObstaclePages.h\"

namespace kasuri {

const ObstaclePage obstaclePages[] = {
")
foreach(page ${pages})
  get_filename_component(kind ${page} NAME_WE)
  literal(text ${page})
  file(APPEND ${OUT} "    {\"${kind}\",\n    ${text}},\n")
endforeach()
file(APPEND ${OUT} "    {nullptr, nullptr}};

} // namespace kasuri
")
