#include "driver/contraction/FusionCheck.h"

#include "movability/code/Contraction.h"
#include "movability/code/DistantTerms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace kasuri {

namespace {

/// Layers inside of what has been refused may be planned then. Beyond so many rounds no task of the
/// unit is left.
constexpr unsigned mostRounds = 3;

/// "update" of "update.constprop.0", "update.part.0".
std::string sourceNameOf(const std::string &function) {
  return function.substr(0, function.find('.'));
}

std::set<std::string> functionsOf(const LineForms &its) {
  std::set<std::string> names;
  for (const auto &[name, forms] : its.in)
    names.insert(name);
  return names;
}

/// Functions of the output that do not have the forms that all functions of the source have.
std::set<std::string> differingIn(const LineForms &source, const LineForms &output) {
  std::set<std::string> names;
  for (const auto &[name, forms] : output.in)
    if (llvm::any_of(source.in, [&](const auto &each) { return each.second != forms; }))
      names.insert(name);
  return names;
}

/// As SumForm::onLine.
SumsForms onLine(const SumsForms &all, bool doPlacesTell) {
  SumsForms made;
  for (const std::set<SumForm> &copies : all) {
    std::set<SumForm> its;
    for (const SumForm &form : copies)
      its.insert(form.onLine(doPlacesTell));
    made.insert(std::move(its));
  }
  return made;
}

std::vector<DumpedLine> differences(const DumpedForms &source, const DumpedForms &output) {
  std::vector<DumpedLine> found;
  for (const auto &[line, its] : source)
    if (const auto other = output.find(line);
        other == output.end() || !areAlike(its, other->second))
      found.push_back(line);
  for (const auto &[line, its] : output)
    if (!source.contains(line))
      found.push_back(line);
  return found;
}

} // namespace

const std::optional<CompilerAccount> &SourceAccounts::of(size_t unit) {
  const auto [its, isNew] = known.try_emplace(unit);
  if (isNew)
    its->second = compiler.account(units[unit]);
  return its->second;
}

std::optional<DumpedForms> SourceAccounts::formsOf(size_t unit, const std::string &text,
                                                   bool isOpenMp) const {
  SourceInput input = units[unit];
  if (isOpenMp)
    input.compilerArguments.push_back("-fopenmp");
  return compiler.formsOf(std::move(input), text);
}

std::string SourceAccounts::fileOf(size_t unit, const std::string &named) const {
  const SourceInput &input = units[unit];
  if (named.empty())
    return "?";
  if (named == input.path)
    return "";
  llvm::SmallString<256> absolute(named), real;
  if (!input.directory.empty())
    llvm::sys::path::make_absolute(input.directory, absolute);
  return llvm::sys::fs::real_path(absolute, real) ? named : real.str().str();
}

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
    const DumpedForms made = withoutNests(unit, *output);
    const DumpedForms original = withoutNests(unit, *source->forms);
    const std::vector<DumpedLine> lines = differences(original, made);
    const size_t refused = movability.fusedOtherwise.size();
    const auto refuseAll = [&](const DumpedLine &line, const std::vector<Place> &places) {
      for (const Place &each : places)
        movability.fusedOtherwise.try_emplace(each.first, placeIn(each, line));
    };
    for (const DumpedLine &line : lines)
      refuseAll(line, placesOf(line, functionsOf(made.contains(line) ? made.at(line) : LineForms()),
                               all, plan, emission));
    // Copies in several functions may differ, and what a task has stands in one of its own.
    for (const auto &[line, its] : made)
      if (const auto from = original.find(line); from != original.end())
        refuseAll(line, movedWith(line, its, from->second, all, plan, emission));
    if (lines.empty() && movability.fusedOtherwise.size() == refused)
      alike[unit] = text;
  }
  ++rounds;
  return movability.fusedOtherwise.size() > before;
}

bool FusionCheck::isOf(const ReorderedNest &nest, size_t unit, unsigned line) const {
  return sources.unitOf.at(nest.function) == unit && nest.location.line <= line &&
         line <= nest.end.line;
}

/// Of a function that is only called by nests which have its loops, and by other such functions.
bool FusionCheck::isOfInlined(size_t unit, unsigned line,
                              const std::set<std::string> &inlined) const {
  for (const Function &each : program.functions) {
    const FunctionId function = program[each.object].function;
    if (!inlined.contains(each.name) || !each.isInternal || sources.unitOf.at(function) != unit ||
        program[each.body].location.line > line || line > program[each.body].end.line)
      continue;
    const bool isAddressed = llvm::any_of(program.values, [&](const Instruction &value) {
      return value.op == Op::Address && value.object == each.object;
    });
    return !isAddressed && llvm::all_of(program.values, [&](const Instruction &value) {
      if (value.op != Op::Call || value.callee != function)
        return true;
      const Function &caller = program[program[value.block].function];
      return inlined.contains(caller.name) ||
             llvm::any_of(reordering.nests, [&](const ReorderedNest &nest) {
               return isOf(nest, unit, value.location.line);
             });
    });
  }
  return false;
}

std::set<DumpedLine> FusionCheck::linesWithDistantTerms(size_t unit) const {
  std::set<DumpedLine> lines;
  for (const SourceLine &each : kasuri::linesWithDistantTerms(sources.units[unit]->getASTContext()))
    lines.insert({each.file.empty() ? "" : accounts.fileOf(unit, each.file), each.number});
  return lines;
}

/// With the files' own names.
DumpedForms FusionCheck::withoutNests(size_t unit, const DumpedForms &forms) const {
  const std::set<DumpedLine> distant = linesWithDistantTerms(unit);
  std::set<std::string> inlined;
  for (const ReorderedNest &nest : reordering.nests)
    if (sources.unitOf.at(nest.function) == unit)
      inlined.insert(nest.inlined.begin(), nest.inlined.end());
  DumpedForms kept;
  for (const auto &[line, its] : forms) {
    const DumpedLine named{accounts.fileOf(unit, line.file), line.number};
    const bool isInNest =
        named.file.empty() &&
        (llvm::any_of(reordering.nests,
                      [&](const ReorderedNest &nest) { return isOf(nest, unit, named.number); }) ||
         isOfInlined(unit, named.number, inlined));
    if (isInNest)
      continue;
    const bool doPlacesTell = !distant.contains(named);
    LineForms &to = kept[named];
    to.forms.merge(onLine(its.forms, doPlacesTell));
    for (const auto &[function, forms] : its.in)
      to.in[function].merge(onLine(forms, doPlacesTell));
    for (const auto &[function, fused] : its.fusedOfMixed)
      to.fusedOfMixed[function] += fused;
  }
  return kept;
}

std::vector<FusionCheck::Place> FusionCheck::placesIn(size_t unit, const Plan &plan) const {
  std::vector<Place> places;
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const PlannedLayer &planned = plan.layers[i];
    if (plan.whyDropped(i) || sources.unitOf.at(planned.function) != unit)
      continue;
    const Layer &layer = graph.layers[planned.layer.index()];
    for (const PlannedTask &task : planned.tasks)
      for (TaskId member : task.members)
        places.push_back({i, layer.tasks[member.index()].first, layer.tasks[member.index()].last});
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

/// Where a line has moved that is uncertain, or has other forms there than in the source.
std::vector<FusionCheck::Place>
FusionCheck::movedWith(const DumpedLine &line, const LineForms &output, const LineForms &source,
                       const std::vector<Place> &all, const Plan &plan,
                       const Emission &emission) const {
  const bool isUncertain = output.isUncertain();
  const std::set<std::string> functions =
      isUncertain ? functionsOf(output) : differingIn(source, output);
  std::vector<Place> found;
  llvm::copy_if(all, std::back_inserter(found), [&](const Place &each) {
    return (isUncertain && holds(each, line)) || llvm::any_of(functions, [&](const auto &its) {
             return isTaskOf(each, its, plan, emission);
           });
  });
  return found;
}

} // namespace kasuri
