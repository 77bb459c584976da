// Which program a source is analyzed as part of.
//
// Kasuri knows more of a loop when it sees the functions that it calls and that call it. The
// compilation database lists the sources of all programs of a project; the open one is analyzed
// with those of the first program that it belongs to (inputs/Programs.h). Without a database, or
// where the source is not in it, it is alone.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

/// Words of a command line of `kasuri`: sources and the folder of the database.
struct ProgramWords {
  std::vector<std::string> words;
  bool isAlone = true; ///< the source is all of it
};

/// The folder of the nearest compile_commands.json, in a folder above the file or in its `build`;
/// "": none.
std::string findDatabase(const std::string &file);

ProgramWords programOf(const std::string &file, const std::string &database);

/// The source alone, with its flags of the database if it has some there.
ProgramWords aloneWords(const std::string &file, const std::string &database);

} // namespace kasuri
