#include "driver/verify/VerifyReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <algorithm>

namespace kasuri {
namespace {

using llvm::raw_ostream;

std::string counted(size_t number, const std::string &what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// "1.3x faster"; "" within the usual variation of single runs.
std::string comparedWith(double sequentialSeconds, double seconds) {
  constexpr double leastDifference = 1.1;
  const double ratio = seconds / std::max(sequentialSeconds, 1e-6);
  std::string text;
  llvm::raw_string_ostream out(text);
  if (ratio >= leastDifference)
    out << llvm::format(", %.1fx slower", ratio);
  else if (ratio <= 1 / leastDifference)
    out << llvm::format(", %.1fx faster", 1 / ratio);
  return text;
}

/// "same 0.42 s, 1.3x faster". Only programs that users would run are compared.
std::string cellOf(const Check &check, double sequentialSeconds) {
  std::string text = nameOf(check.verdict);
  if (check.seconds <= 0 || check.verdict == CheckVerdict::TooSlow)
    return text;
  llvm::raw_string_ostream out(text);
  out << llvm::format(" %.2f s", check.seconds);
  if (check.kind == CheckKind::Output && check.version != "sequential")
    out << comparedWith(sequentialSeconds, check.seconds);
  return text;
}

constexpr unsigned cellWidth = 34;

void printTable(raw_ostream &out, const VerifyRequest &request, const Verification &verification) {
  size_t width = 0;
  for (const Check &each : verification.checks)
    width = std::max(width, titleOf(each).size());
  const size_t commands = request.commands.size();
  out << std::string(width, ' ');
  for (size_t i = 0; i < commands; ++i)
    out << "  "
        << llvm::left_justify("command " + std::to_string(i + 1), i + 1 < commands ? cellWidth : 0);
  out << '\n';
  std::vector<double> sequential(commands);
  for (const Check &each : verification.checks)
    if (each.version == "sequential")
      sequential[each.command] = each.seconds;
  for (const Check &each : verification.checks) {
    const std::string cell = cellOf(each, sequential[each.command]);
    if (each.command == 0)
      out << llvm::left_justify(titleOf(each), width);
    const bool isLast = each.command + 1 == commands;
    out << "  " << llvm::left_justify(cell, isLast ? 0 : cellWidth);
    if (isLast)
      out << '\n';
  }
  out << "times are of single runs beside other work: no benchmark\n";
}

void printDifference(raw_ostream &out, const Difference &difference, bool isOfItself) {
  out << "  " << difference.part << " differs";
  if (difference.line > 0)
    out << " in line " << difference.line << ", at byte " << difference.offset;
  const char *first = isOfItself ? "once:      " : "sequential:";
  const char *second = isOfItself ? "once more: " : "here:      ";
  out << "\n    " << first << " " << difference.expected << "\n    " << second << " "
      << difference.found << '\n';
}

void printRace(raw_ostream &out, const Race &race) {
  std::set<std::string> layers;
  for (const RacingAccess &each : race.accesses)
    if (!each.layer.empty())
      layers.insert(each.layer);
  out << "  " << race.kind;
  for (const std::string &each : layers)
    out << (each == *layers.begin() ? " in layer '" : " and '") << each << "'";
  out << (layers.empty() ? ", outside of layers\n" : "\n");
  for (const RacingAccess &each : race.accesses) {
    out << "    " << each.verb << " at " << (each.place.empty() ? "an unknown place" : each.place);
    if (!each.function.empty() && each.function != each.layer)
      out << " in " << each.function;
    out << '\n';
  }
}

/// The text for a check, after its title; "" if it passed.
std::string detailsOf(const Check &check) {
  std::string text;
  llvm::raw_string_ostream out(text);
  switch (check.verdict) {
  case CheckVerdict::Same:
    return "";
  case CheckVerdict::Unstable:
    out << "two sequential runs disagree, so these parts are not compared; --ignore-stdout, "
           "--ignore-stderr and --ignore-file leave them out\n";
    break;
  case CheckVerdict::NotChecked:
    out << "not checked: " << check.reason << '\n';
    break;
  default:
    out << nameOf(check.verdict) << (check.reason.empty() ? "" : ": " + check.reason) << '\n';
  }
  for (const Difference &each : check.differences)
    printDifference(out, each, check.verdict == CheckVerdict::Unstable);
  for (const Race &each : check.races)
    printRace(out, each);
  return text;
}

/// Checks with the same text are named together.
void printDetails(raw_ostream &out, const std::vector<Check> &checks) {
  std::vector<std::pair<std::string, std::string>> details; // text, titles
  for (const Check &check : checks) {
    const std::string text = detailsOf(check);
    const std::string title = titleOf(check) + ", command " + std::to_string(check.command + 1);
    auto known = llvm::find_if(details, [&](const auto &each) { return each.first == text; });
    if (known != details.end())
      known->second += "\n" + title;
    else if (!text.empty())
      details.emplace_back(text, title);
  }
  for (const auto &[text, titles] : details)
    out << '\n' << titles << ": " << text;
}

/// What Kasuri says about a conflict.
const char *claimText(const OracleConflict &conflict) {
  if (conflict.claim == "ordered")
    return "handed on from iteration to iteration (a counter, a reduction, a scalar)";
  if (conflict.claim == "private")
    return "each iteration has a copy";
  if (conflict.claim == "listed")
    return "a dependence that Kasuri knows";
  if (conflict.claim == "irregular")
    return "nothing is claimed of a loop with such jumps";
  return "UNKNOWN TO KASURI";
}

void printConflict(raw_ostream &out, const OracleConflict &conflict) {
  const auto verb = [](bool isRead) { return isRead ? "read" : "written"; };
  out << "    " << conflict.kind << ": ";
  if (!conflict.variable.empty())
    out << "'" << conflict.variable << "' ";
  out << verb(conflict.kind == "anti") << " at " << conflict.earlier << ", in a later iteration "
      << verb(conflict.kind == "flow") << " at " << conflict.later << ": " << claimText(conflict)
      << '\n';
}

void printLoop(raw_ostream &out, const OracleLoop &loop) {
  out << "  the loop at " << loop.place << " is " << (loop.isParallel ? "parallel" : "sequential")
      << " to Kasuri; entered " << counted(loop.entered, "time") << "; "
      << counted(loop.iterations, "iteration") << " logged\n";
  if (loop.entered == 0) {
    out << "    it was never run\n";
    return;
  }
  // For a counter each pair of places conflicts; one line is enough for all of them.
  std::map<std::string, size_t> variables;
  size_t others = 0;
  for (const OracleConflict &each : loop.conflicts)
    if (!each.variable.empty() && (each.claim == "ordered" || each.claim == "private"))
      ++variables["'" + each.variable + "': " + claimText(each)];
  for (const auto &[text, count] : variables)
    out << "    " << text << "; " << counted(count, "conflict") << '\n';
  for (const OracleConflict &each : loop.conflicts)
    if (each.variable.empty() || (each.claim != "ordered" && each.claim != "private")) {
      printConflict(out, each);
      ++others;
    }
  if (others == 0)
    out << "    no two of them touch " << (variables.empty() ? "the same" : "any other")
        << " byte such that one of them writes it\n";
}

void printOracle(raw_ostream &out, const VerifyRequest &request, const OracleResult &result,
                 size_t command) {
  out << "\noracle, command " << command + 1 << ": ";
  if (!result.problem.empty()) {
    out << "not checked: " << result.problem << '\n';
    if (request.oracle == OracleWish::ForPromises)
      out << "  so the promises are not checked access by access; --no-oracle leaves this out\n";
    return;
  }
  out << counted(result.iterations, "iteration") << " of all loops logged";
  if (request.oracleLoop.empty())
    out << ", " << counted(result.layers, "layer") << " run";
  out << ", " << counted(result.faults.size(), "fault") << '\n';
  for (const std::string &each : result.faults)
    out << "  " << each << '\n';
  for (const OracleLoop &each : result.loops)
    printLoop(out, each);
}

/// For checks that have not run all existing orders.
void printOrdersLeftOut(raw_ostream &out, const std::vector<Check> &checks) {
  for (const Check &check : checks) {
    const unsigned there = check.ordersThere.orders;
    const size_t tried = llvm::count_if(
        check.orders, [](const std::string &each) { return !llvm::StringRef(each).contains(':'); });
    const std::string title = titleOf(check) + ", command " + std::to_string(check.command + 1);
    if (check.verdict != CheckVerdict::Same || check.kind != CheckKind::Orders)
      continue;
    if (tried < there)
      out << '\n'
          << title << ": tried " << tried << " of " << there
          << " orders, and random ones; --orders=" << there << " tries all\n";
    else if (check.ordersThere.isSample)
      out << '\n' << title << ": some layer has too many tasks to try each two in both orders\n";
  }
}

/// What the sources promise, and what checks it.
void printPromises(raw_ostream &out, const VerifyRequest &request, const Builds &builds,
                   const Verification &verification) {
  constexpr size_t most = 5;
  const std::vector<std::string> &all = builds.promises;
  if (all.empty() && request.assumptions.empty())
    return;
  out << "relies on: ";
  for (size_t i = 0; i < std::min(all.size(), most); ++i)
    out << (i > 0 ? ", " : "") << all[i];
  out << (all.size() > most ? ", ..." : "");
  if (!request.assumptions.empty())
    out << (all.empty() ? "" : ", ") << "--assume=" << request.assumptions;
  const bool couldCheck = llvm::all_of(
      verification.oracle, [](const OracleResult &each) { return each.problem.empty(); });
  out << "; the oracle "
      << (verification.oracle.empty() ? "does not check it"
          : couldCheck                ? "checks it access by access"
                                      : "could not check it")
      << '\n';
}

void printNotRun(raw_ostream &out, const Builds &builds, const Verification &verification) {
  constexpr size_t most = 10;
  for (const ParallelVersion &version : builds.parallel) {
    const std::vector<std::string> names = layersNotRun(version, verification);
    if (names.empty())
      continue;
    out << '\n'
        << version.name << ": " << names.size() << " of " << counted(version.layers.size(), "layer")
        << " did not run in parallel, so nothing is known of ";
    for (size_t i = 0; i < std::min(names.size(), most); ++i)
      out << (i > 0 ? ", " : "") << names[i];
    out << (names.size() > most ? ", ...\n" : "\n");
  }
}

void printSummary(raw_ostream &out, const Verification &verification) {
  std::map<CheckVerdict, size_t> counts;
  for (const Check &each : verification.checks)
    ++counts[each.verdict];
  for (const OracleResult &each : verification.oracle)
    ++counts[!each.problem.empty() ? CheckVerdict::NotChecked
             : each.isGood()       ? CheckVerdict::Same
                                   : CheckVerdict::Different];
  out << '\n';
  const char *separator = "";
  for (auto [verdict, text] : {std::pair(CheckVerdict::Same, "the same"),
                               {CheckVerdict::Different, "different"},
                               {CheckVerdict::Race, "with a race"},
                               {CheckVerdict::TooSlow, "timed out"},
                               {CheckVerdict::Unstable, "inconclusive"},
                               {CheckVerdict::NotChecked, "not checked"}})
    if (counts[verdict] > 0 || verdict == CheckVerdict::Same) {
      out << separator << counts[verdict] << " " << text;
      separator = ", ";
    }
  out << '\n';
}

} // namespace

std::vector<std::string> layersNotRun(const ParallelVersion &version,
                                      const Verification &verification) {
  std::vector<std::string> names;
  auto known = verification.layersRun.find(version.name);
  if (known != verification.layersRun.end())
    for (const auto &[symbol, name] : version.layers)
      if (!known->second.count(name))
        names.push_back(name);
  return names;
}

void printVerification(raw_ostream &out, const VerifyRequest &request, const Builds &builds,
                       const Verification &verification) {
  for (size_t i = 0; i < request.commands.size(); ++i) {
    const Reference &reference = verification.references[i];
    out << "command " << i + 1 << ": " << request.commands[i] << "   ("
        << (reference.isUsable ? statusText(reference.outcome.waitStatus) : "takes too long")
        << ")\n";
  }
  for (const ParallelVersion &each : builds.parallel)
    out << each.name << ": " << counted(each.layers.size(), "layer")
        << (!each.isParallel ? "; nothing of the program runs in parallel\n" : "\n");
  printPromises(out, request, builds, verification);
  out << '\n';
  printTable(out, request, verification);
  printDetails(out, verification.checks);
  printOrdersLeftOut(out, verification.checks);
  printNotRun(out, builds, verification);
  for (size_t i = 0; i < verification.oracle.size(); ++i)
    printOracle(out, request, verification.oracle[i], i);
  printSummary(out, verification);
}

} // namespace kasuri
