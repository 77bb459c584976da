// The command line of `kasuri`, as data.
#pragma once

#include "analysis/support/Assumptions.h"
#include "analysis/support/Budget.h"
#include "cost/Profile.h"
#include "driver/CrossTarget.h"
#include "driver/Phase.h"
#include "frontend/Frontend.h"
#include "plan/Plan.h"

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace kasuri {

/// What runs the parallel sources: Kasuri's own runtime, or that of OpenMP.
enum class EmitFor : uint8_t { Runtime, OpenMp };

/// --fix: what is applied, and where.
struct FixWish {
  bool takesPromises = false;
  bool isDiff = false; ///< no file is changed
};

struct Options {
  std::string programName;              ///< of several by -p; "": the only one
  std::vector<SourceInput> inputs;      ///< existing files, none twice
  bool isNamedOutside = false;          ///< Program::isNamedOutside
  std::vector<std::string> outputPaths; ///< by input; empty: write no sources
  std::string reportDirectory;          ///< "": write no report
  std::string claimsPath;               ///< "": do not write the claims
  std::string loopProfile; ///< not "": write the sequential program with its loops counted, which
                           ///< writes its profile there
  Machine machine = hostMachine();                 ///< --machine, or this one
  bool machineIsHost = true;                       ///< no --machine
  CrossTarget target;                              ///< --target, or as the flags say
  std::vector<Profile> profiles;                   ///< --profile, in order
  unsigned cores = 1;                              ///< plan for at most this many, 1..maximumCores
  double minGain = 1.05;                           ///< PlanOptions::minGain
  Dispatch dispatch = Dispatch::Chosen;            ///< PlanOptions::dispatch
  EmitFor emitFor = EmitFor::Runtime;              ///< --emit
  PowerMode mode = PowerMode::Fastest;             ///< --mode
  double deadlineNs = 0;                           ///< --deadline; 0: as the sources say
  std::string deadlineFunction;                    ///< a call of it; "": a run of the program
  uint64_t analysisBudget = defaultAnalysisBudget; ///< steps of one analysis
  Assumptions assumptions;                         ///< --assume
  FloatingOrder floatingOrder = FloatingOrder::Source; ///< --fp
  int64_t tile = 0;                                    ///< ReorderOptions::tile
  bool mayReorder = true;                              ///< no --no-reorder
  std::optional<FixWish> fix;                          ///< --fix
  bool remarks = false;                                ///< -Rkasuri
  bool missedRemarks = false;                          ///< -Rkasuri-missed
  bool analysisRemarks = false;                        ///< -Rkasuri-analysis
  bool quiet = false;                                  ///< no summary line; kasuri-cc's default
  bool showCompileCommand = false;                     ///< -v, or stderr is a terminal
  std::vector<std::string> compilerFlags; ///< as given after "--", for the compile command shown
  std::set<Phase> dumps;
  Phase lastPhase = Phase::Report; ///< --stop-after
  std::string dumpFunction;        ///< "": all
};

/// The most cores a plan can be made for; one byte short of what a table row can name.
constexpr unsigned maximumCores = 256;

/// What is planned for when --cores does not say it.
unsigned defaultCores(const Machine &machine);

/// The value of --fp; none if it has no such mode.
std::optional<FloatingOrder> floatingOrderOf(llvm::StringRef mode);
/// What is wrong with the value; "" when nothing is.
std::string wrongFloatingOrder(llvm::StringRef mode);

/// Grants what --assume names, with commas between them: "assertions,input". False, and nothing is
/// granted, if a name is unknown.
bool takeAssumptions(Assumptions &assumptions, llvm::StringRef names);

/// The options for each program of the sources, or the exit status when there is nothing to
/// compile: help and version were printed, or one diagnostic was. Flags of the compiler may also
/// stand before `--`. --help shows `commands` above the options.
std::variant<std::vector<Options>, int> parsePrograms(int argc, const char *const *argv,
                                                      const std::string &commands = "");

/// The same for commands that take one program. `texts`: of sources as an editor has them, which
/// need not be there. `needsOne`: the program is to be built, so named sources that make several
/// are at fault without --program; else they are taken as one.
std::variant<Options, int> parseOptions(const std::vector<std::string> &words,
                                        const SourceTexts &texts = {}, bool needsOne = false);

} // namespace kasuri
