// How a run of kasuri ends: the exit statuses, and the one form of the driver's own errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

constexpr int exitDone = 0;
constexpr int exitInput = 1;     ///< the input is at fault, or an output cannot be written
constexpr int exitUsage = 2;     ///< the command line is
constexpr int exitInternal = 70; ///< Kasuri is (EX_SOFTWARE of sysexits.h)

/// Prints "kasuri: error: <text>" on stderr and returns `status`.
int fail(int status, std::string_view text);

/// As `fail` for a wrong command line; points to --help.
int failUsage(std::string_view text);

/// Writes what is left of stdout; the status. If that fails, as on a full disk, it prints why, and
/// the status of a good run becomes exitInput.
int finishOutput(int status);

/// Makes every crash (signal, uncaught exception, LLVM's fatal errors) end with exitInternal and
/// with the text that asks for a report; want of memory, with exitInput. `program` and `arguments`
/// are shown in it.
void installCrashReport(int argc, const char *const *argv);

/// Names the phase that a crash report mentions; must be a literal.
void enterPhase(const char *name);

/// Ends the run with exitInternal when a phase broke its own invariants; `problems` are shown.
void requireSound(const char *phase, const std::vector<std::string> &problems);

} // namespace kasuri
