// Which program a source is analyzed as part of.
//
// Kasuri knows more of a loop when it sees the functions that it calls and that call it. A
// compilation database lists the sources of a project, and not which of them make a program. They
// are taken together as long as only one of them defines `main`: of others that do, those are left
// out that are not the open one. Without a database, or where the open source is not in it, it is
// alone.
#pragma once

#include <map>
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

/// `texts`: of the files that are open, by path.
ProgramWords programOf(const std::string &file, const std::string &database,
                       const std::map<std::string, std::string> &texts);

/// The source alone, with its flags of the database if it has some there.
ProgramWords aloneWords(const std::string &file, const std::string &database);

} // namespace kasuri
