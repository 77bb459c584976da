#include "driver/contraction/FusionCheck.h"

#include "driver/contraction/OutsideNests.h"
#include "model/Regions.h"
#include "movability/code/Contraction.h"

#include "llvm/ADT/STLExtras.h"

namespace kasuri {

namespace {

/// Layers inside of what has been refused may be planned then. Beyond so many rounds no task of the
/// unit is left.
constexpr unsigned mostRounds = 3;

std::set<std::string> functionsOf(const LineForms &its) {
  std::set<std::string> names;
  for (const auto &[name, forms] : its.in)
    names.insert(name);
  return names;
}

LineForms formsOn(const DumpedLine &line, const DumpedForms &all) {
  const auto its = all.find(line);
  return its == all.end() ? LineForms() : its->second;
}

/// Functions of the output that do not have the forms that all functions of the source have.
std::set<std::string> differingIn(const LineForms &source, const LineForms &output) {
  std::set<std::string> names;
  for (const auto &[name, forms] : output.in)
    if (llvm::any_of(source.in, [&](const auto &each) { return each.second != forms; }))
      names.insert(name);
  return names;
}

} // namespace

bool FusionCheck::mayFuse(size_t unit) const {
  return contractsProducts(sources.units[unit]->getASTContext());
}

bool FusionCheck::isNeeded() const {
  for (size_t unit = 0; unit < sources.units.size(); ++unit)
    if (mayFuse(unit))
      return true;
  return false;
}

bool FusionCheck::refuse(const Plan &plan, const Emission &emission) {
  const size_t before = movability.fusedOtherwise.size();
  for (size_t unit = 0; unit < emission.files.size(); ++unit) {
    const std::string &text = emission.files[unit].text;
    if (emission.files[unit].layers == 0 || !mayFuse(unit) || alike[unit] == text)
      continue;
    const std::optional<CompilerAccount> &source = accounts.of(unit);
    if (!source || !source->forms)
      continue;
    const std::optional<DumpedForms> output =
        accounts.formsOf(unit, text, movability.openMp.has_value());
    const std::vector<Place> all = placesIn(unit, plan);
    if (!output) {
      for (const Place &each : all)
        movability.fusedOtherwise.try_emplace(each.first, program[each.first].location);
      continue;
    }
    const OutsideNests outside(program, sources, reordering, accounts);
    const FormsByNests made = outside.divide(unit, *output);
    const FormsByNests original = outside.divide(unit, *source->forms);
    const std::vector<DumpedLine> lines = outside.differences(unit, original.outside, made.outside);
    const size_t refused = movability.fusedOtherwise.size();
    const auto refuseAll = [&](const DumpedLine &line, const std::vector<Place> &places) {
      for (const Place &each : places)
        movability.fusedOtherwise.try_emplace(each.first, placeIn(each, line));
    };
    for (const DumpedLine &line : lines)
      refuseAll(line,
                placesOf(line, functionsOf(formsOn(line, made.outside)), all, plan, emission));
    // Copies in several functions may differ, and what a task has stands in one of its own.
    for (const auto &[line, its] : made.outside)
      if (const auto from = original.outside.find(line); from != original.outside.end())
        refuseAll(line, movedWith(line, its, from->second, all, plan, emission));
    for (const auto &[line, from] : original.inside)
      refuseAll(line, originalsWith(line, formsOn(line, made.inside), from, all, emission));
    if (lines.empty() && movability.fusedOtherwise.size() == refused)
      alike[unit] = text;
  }
  ++rounds;
  return movability.fusedOtherwise.size() > before;
}

std::vector<FusionCheck::Place> FusionCheck::placesIn(size_t unit, const Plan &plan) const {
  std::vector<Place> places;
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const PlannedLayer &planned = plan.layers[i];
    if (plan.whyDropped(i) || sources.unitOf.at(planned.function) != unit)
      continue;
    const Layer &layer = graph.layers[planned.layer.index()];
    for (size_t task = 0; task < planned.tasks.size(); ++task)
      for (TaskId member : planned.tasks[task].members)
        places.push_back({i, task, layer.tasks[member.index()].first,
                          layer.tasks[member.index()].last, planned.tasks[task].splitLoop});
  }
  return places;
}

/// The line is one of the place's statements.
bool FusionCheck::holds(const Place &place, const DumpedLine &line) const {
  const auto first = sources.statementOf.find(place.first);
  const auto last = sources.statementOf.find(place.last);
  if (!line.file.empty() || first == sources.statementOf.end() || last == sources.statementOf.end())
    return false;
  const size_t unit = sources.unitOf.at(program[place.first].function);
  const clang::SourceManager &manager = sources.units[unit]->getSourceManager();
  const clang::PresumedLoc begin =
      manager.getPresumedLoc(manager.getExpansionLoc(first->second->getBeginLoc()));
  const clang::PresumedLoc end =
      manager.getPresumedLoc(manager.getExpansionLoc(last->second->getEndLoc()));
  return begin.isValid() && end.isValid() && begin.getLine() <= line.number &&
         line.number <= end.getLine();
}

/// The line in the file of the place; another file's: the place itself.
SourceLocation FusionCheck::placeIn(const Place &place, const DumpedLine &line) const {
  const SourceLocation its = program[place.first].location;
  return line.file.empty() ? SourceLocation{its.file, line.number, 1} : its;
}

/// The compiler has made it of a part of the place's layer.
bool FusionCheck::isTaskOf(const Place &place, const std::string &function, const Plan &plan,
                           const Emission &emission) const {
  if (movability.openMp)
    return llvm::StringRef(function).starts_with(functionOf(place, plan) + "._omp_fn.");
  const auto symbol = emission.symbols.find(place.layer);
  return symbol != emission.symbols.end() &&
         llvm::StringRef(function).starts_with(symbol->second + "_");
}

std::string FusionCheck::functionOf(const Place &place, const Plan &plan) const {
  return program[plan.layers[place.layer].function].name;
}

/// Those with the line; else those of layers that have it in functions of theirs; else all.
std::vector<FusionCheck::Place> FusionCheck::placesOf(const DumpedLine &line,
                                                      const std::set<std::string> &functions,
                                                      const std::vector<Place> &all,
                                                      const Plan &plan,
                                                      const Emission &emission) const {
  if (rounds >= mostRounds)
    return all;
  std::vector<Place> found;
  llvm::copy_if(all, std::back_inserter(found),
                [&](const Place &each) { return holds(each, line); });
  if (!found.empty())
    return found;
  llvm::copy_if(all, std::back_inserter(found), [&](const Place &each) {
    return llvm::any_of(functions, [&](const std::string &its) {
      return sourceNameOf(its) == functionOf(each, plan) || isTaskOf(each, its, plan, emission);
    });
  });
  return found.empty() ? all : found;
}

/// The compiler may unroll it, so that it vectorizes the loop around it.
bool FusionCheck::mayBeUnrolled(RegionId loop) const {
  const auto statement = sources.statementOf.find(loop);
  if (statement == sources.statementOf.end())
    return true;
  const clang::FunctionDecl &function = *sources.functionOf.at(program[loop].function);
  return Contraction(function, function.getASTContext()).mayBeUnrolled(statement->second);
}

/// A vector of the line takes iterations of the loop that is run in parts: of no other loop, as far
/// as the source tells.
bool FusionCheck::isDivided(const Place &place, const DumpedLine &line) const {
  if (!place.splitLoop.valid())
    return false;
  if (!line.file.empty())
    return true;
  const size_t unit = sources.unitOf.at(program[place.splitLoop].function);
  for (size_t i = 0; i < program.regions.size(); ++i) {
    const RegionId loop(i);
    const Region &its = program[loop];
    if (its.kind == Region::Kind::Loop && sources.unitOf.at(its.function) == unit &&
        its.location.line <= line.number && line.number <= its.end.line &&
        !contains(program, loop, place.splitLoop) && !mayBeUnrolled(loop))
      return false;
  }
  return true;
}

/// Some copies of a sum are fused otherwise than others.
static bool isMixed(const SumsForms &sums) {
  return llvm::any_of(sums, [](const std::set<SumForm> &copies) { return copies.size() > 1; });
}

/// Where a line has moved that is uncertain, or has other forms there than in the source. Or whose
/// copies differ: parts have other iterations behind a vector loop than the source.
std::vector<FusionCheck::Place>
FusionCheck::movedWith(const DumpedLine &line, const LineForms &output, const LineForms &source,
                       const std::vector<Place> &all, const Plan &plan,
                       const Emission &emission) const {
  const bool isUncertain = output.isUncertain();
  const std::set<std::string> functions =
      isUncertain ? functionsOf(output) : differingIn(source, output);
  std::vector<Place> found;
  llvm::copy_if(all, std::back_inserter(found), [&](const Place &each) {
    return (isUncertain && holds(each, line)) ||
           llvm::any_of(functions,
                        [&](const auto &its) { return isTaskOf(each, its, plan, emission); }) ||
           llvm::any_of(output.in, [&](const auto &its) {
             return isMixed(its.second) && isTaskOf(each, its.first, plan, emission) &&
                    isDivided(each, line);
           });
  });
  return found;
}

/// Tasks with a nest in the source's order, for where its new order may not be taken, in which the
/// line has other forms. The new order has the same line, but in other tasks.
std::vector<FusionCheck::Place>
FusionCheck::originalsWith(const DumpedLine &line, const LineForms &output, const LineForms &source,
                           const std::vector<Place> &all, const Emission &emission) const {
  std::vector<Place> found;
  llvm::copy_if(all, std::back_inserter(found), [&](const Place &each) {
    if (isGenerated(program, each.first) || !holds(each, line))
      return false;
    const auto symbol = emission.symbols.find(each.layer);
    const auto its = symbol == emission.symbols.end() || movability.openMp
                         ? output.in.end()
                         : output.in.find(symbol->second + "_t" + std::to_string(each.task));
    return its == output.in.end() ||
           llvm::any_of(source.in, [&](const auto &in) { return in.second != its->second; }) ||
           (isMixed(its->second) && isDivided(each, line));
  });
  return found;
}

} // namespace kasuri
