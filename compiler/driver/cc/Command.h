// What kasuri-cc makes of a command line meant for cc.
//
//     kasuri-cc -O2 -MMD -Iinc -c src/a.c -o a.o       Compile: a.o gets a section with its source
//     kasuri-cc a.o libb.a main.c -lm -o prog          Link: all that the linker takes
//     kasuri-cc -shared a.o -o liba.so                 Plain: cc's business alone
//
// Each word is taken for what it is to cc (a flag that says what sources mean, one for the
// preprocessor, for the linker, ...), so that the commands which kasuri-cc runs beside the given
// one are those words again, less some. What is not known to be harmless makes a command plain:
// options that change what an object or a program is made of (-flto, -fsanitize=, linker scripts,
// --wrap).
#pragma once

#include "analysis/support/Assumptions.h"
#include "model/Program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kasuri {

/// A word of the command, with its value where that is a word of its own.
struct CcArgument {
  enum class Role : uint8_t {
    Input,         ///< a file
    Output,        ///< -o
    Stage,         ///< -c
    Meaning,       ///< how C is compiled: -O2, -std=c99, -mavx2, -g
    Preprocessing, ///< -D, -I, -include
    Dependencies,  ///< -MD, -MF: a file for make, written beside the object
    Warning,       ///< -Wall, -pedantic
    Linking,       ///< -l, -L, -Wl,
  };
  Role role = Role::Meaning;
  std::vector<std::string> words; ///< one or two
};

struct CcCommand {
  enum class Kind : uint8_t { Plain, Compile, Link };
  Kind kind = Kind::Plain;
  std::vector<std::string> plainArguments; ///< for cc: all but Kasuri's own options
  std::vector<CcArgument> arguments;       ///< the same, without response files
  std::string output;                      ///< -o; "": not given
  /// Of a command that links: the word for which cc's work stays as it is; "": none.
  std::string leftBecauseOf;
  bool remarks = false, missedRemarks = false, analysisRemarks = false;
  Assumptions assumptions;
  FloatingOrder floatingOrder = FloatingOrder::Source; ///< --fp
  std::vector<std::string> profiles;                   ///< --profile
  /// KASURI_PROFILE_SEQUENTIAL, absolute: where the program, whose loops are counted, writes its
  /// profile; "": it is made parallel.
  std::string loopProfile;
  std::string machine;         ///< --machine; "": not given
  bool wantsSummary = false;   ///< --kasuri-summary, or KASURI_SUMMARY is set
  std::string reportDirectory; ///< --kasuri-report, or below KASURI_REPORT; "": none
  std::string target;          ///< --target=T, -target T: not in plainArguments; "": none

  bool wantsRemarks() const { return remarks || missedRemarks || analysisRemarks; }
  /// What is linked, as the user calls it.
  std::string program() const { return output.empty() ? "a.out" : output; }
  /// The words of these roles, in order.
  std::vector<std::string> words(const std::vector<CcArgument::Role> &roles) const;
  /// Lets sources include what is in the folder, if it is nowhere else.
  void addHeaders(const std::string &folder);
  /// The inputs that are C, in order.
  std::vector<std::string> sources() const;
};

CcCommand parseCcCommand(const std::vector<std::string> &arguments);

/// A C source by its name, preprocessed or not.
bool isCSource(const std::string &file);

} // namespace kasuri
