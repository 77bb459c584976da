#include "driver/contraction/OutsideNests.h"

#include "movability/code/Contraction.h"
#include "movability/code/DistantTerms.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace kasuri {

namespace {

using LineColumn = std::pair<unsigned, unsigned>; ///< line and column

/// Where the unit's own file may have floating-point sums: also those of complex products and of
/// functions that the compiler knows.
class SumPlaces : public clang::DynamicRecursiveASTVisitor {
public:
  explicit SumPlaces(clang::ASTContext &context) : manager(context.getSourceManager()) {
    TraverseDecl(context.getTranslationUnitDecl());
  }

  std::set<LineColumn> places;

  bool VisitBinaryOperator(clang::BinaryOperator *binary) override {
    const clang::QualType type = binary->getType();
    const bool isSum = binary->isAdditiveOp() || binary->getOpcode() == clang::BO_AddAssign ||
                       binary->getOpcode() == clang::BO_SubAssign;
    if (type->isAnyComplexType() || (isSum && isReal(type)))
      note(binary->getOperatorLoc());
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator *unary) override {
    if (unary->isIncrementDecrementOp() && isReal(unary->getType()))
      note(unary->getOperatorLoc());
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) override {
    if (isReal(call->getType()) || call->getType()->isAnyComplexType())
      note(call->getBeginLoc());
    return true;
  }

private:
  const clang::SourceManager &manager;

  static bool isReal(clang::QualType type) {
    return type->isRealFloatingType() || type->isVectorType();
  }

  void note(clang::SourceLocation place) {
    place = manager.getExpansionLoc(place);
    const clang::PresumedLoc named = manager.getPresumedLoc(place);
    if (named.isValid() && manager.isWrittenInMainFile(place))
      places.emplace(named.getLine(), named.getColumn());
  }
};

bool isIn(const ReorderedNest &nest, const LineColumn &place) {
  return LineColumn(nest.location.line, nest.location.column) <= place &&
         place <= LineColumn(nest.end.line, nest.end.column);
}

} // namespace

std::set<FunctionId> withSumsBesideNests(const ParsedSources &sources, Reordering &reordering) {
  std::set<FunctionId> found;
  for (const auto &[unit, text] : reordering.texts) {
    clang::ASTContext &context = sources.units[unit]->getASTContext();
    if (!contractsProducts(context))
      continue;
    std::vector<const ReorderedNest *> nests;
    for (const ReorderedNest &nest : reordering.nests)
      if (sources.unitOf.at(nest.function) == unit)
        nests.push_back(&nest);
    for (const LineColumn &place : SumPlaces(context).places) {
      reordering.linesWithSums[unit].insert(place.first);
      if (llvm::any_of(nests, [&](const ReorderedNest *nest) { return isIn(*nest, place); }))
        continue;
      for (const ReorderedNest *nest : nests)
        if (place.first == nest->location.line || place.first == nest->end.line)
          found.insert(nest->function);
    }
  }
  return found;
}

std::string sourceNameOf(const std::string &function) {
  return function.substr(0, function.find('.'));
}

static SumsForms onLine(const SumsForms &all, bool doPlacesTell) {
  SumsForms made;
  for (const std::set<SumForm> &copies : all) {
    std::set<SumForm> its;
    for (const SumForm &form : copies)
      its.insert(form.onLine(doPlacesTell));
    made.insert(std::move(its));
  }
  return made;
}

std::vector<DumpedLine> OutsideNests::differences(size_t unit, const DumpedForms &source,
                                                  const DumpedForms &output) const {
  std::vector<DumpedLine> found;
  for (const auto &[line, its] : source)
    if (const auto other = output.find(line);
        other == output.end() || !areAlike(its, other->second))
      found.push_back(line);
  for (const auto &[line, its] : output)
    if (!source.contains(line) && !isGenerated(unit, line))
      found.push_back(line);
  return found;
}

bool OutsideNests::isOf(const ReorderedNest &nest, size_t unit, unsigned line) const {
  return sources.unitOf.at(nest.function) == unit && nest.location.line <= line &&
         line <= nest.end.line;
}

/// Of a function that is only called by nests which have its loops, and by other such functions.
bool OutsideNests::isOfInlined(size_t unit, unsigned line,
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

std::set<DumpedLine> OutsideNests::linesWithDistantTerms(size_t unit) const {
  std::set<DumpedLine> lines;
  for (const SourceLine &each : kasuri::linesWithDistantTerms(sources.units[unit]->getASTContext()))
    lines.insert({each.file.empty() ? "" : accounts.fileOf(unit, each.file), each.number});
  return lines;
}

/// Conditions of nests compute with floating-point numbers, on lines of their own.
bool OutsideNests::isGenerated(size_t unit, const DumpedLine &line) const {
  const auto known = reordering.linesWithSums.find(unit);
  return line.file.empty() && known != reordering.linesWithSums.end() &&
         !known->second.contains(line.number);
}

FormsByNests OutsideNests::divide(size_t unit, const DumpedForms &forms) const {
  const std::set<DumpedLine> distant = linesWithDistantTerms(unit);
  std::set<std::string> inlined;
  for (const ReorderedNest &nest : reordering.nests)
    if (sources.unitOf.at(nest.function) == unit)
      inlined.insert(nest.inlined.begin(), nest.inlined.end());
  FormsByNests divided;
  for (const auto &[line, its] : forms) {
    const DumpedLine named{accounts.fileOf(unit, line.file), line.number};
    const bool isInNest =
        named.file.empty() &&
        (llvm::any_of(reordering.nests,
                      [&](const ReorderedNest &nest) { return isOf(nest, unit, named.number); }) ||
         isOfInlined(unit, named.number, inlined));
    const bool doPlacesTell = !distant.contains(named);
    LineForms &to = (isInNest ? divided.inside : divided.outside)[named];
    to.forms.merge(onLine(its.forms, doPlacesTell));
    for (const auto &[function, forms] : its.in)
      to.in[function].merge(onLine(forms, doPlacesTell));
    for (const auto &[function, fused] : its.fusedOfMixed)
      for (const SumForm &form : fused)
        to.fusedOfMixed[function].push_back(form.onLine(doPlacesTell));
  }
  return divided;
}

/// Functions of nests of the unit that the compiler has a differing line in; else all with nests.
static std::set<FunctionId> culprits(const Program &program, const ParsedSources &sources,
                                     const Reordering &reordering, size_t unit,
                                     const std::set<std::string> &functions) {
  std::set<FunctionId> all, found;
  for (const ReorderedNest &nest : reordering.nests) {
    if (sources.unitOf.at(nest.function) != unit)
      continue;
    all.insert(nest.function);
    if (functions.contains(program[nest.function].name))
      found.insert(nest.function);
  }
  return found.empty() ? all : found;
}

static void addFunctions(const DumpedForms &forms, const DumpedLine &line,
                         std::set<std::string> &functions) {
  if (const auto its = forms.find(line); its != forms.end())
    for (const auto &[name, sums] : its->second.in)
      functions.insert(sourceNameOf(name));
}

/// Where two products meet: on which sides of the sum's operator the other one stands. Not those
/// that stand elsewhere, as all do of explicitly fused sums, which new orders have.
static std::set<SumKind> sidesOf(const LineForms &its) {
  std::set<SumKind> sides;
  for (const std::set<SumForm> &copies : its.forms)
    for (const SumForm &form : copies)
      if (form.kind == SumKind::FusedBefore || form.kind == SumKind::FusedBehind)
        sides.insert(form.kind);
  return sides;
}

/// A line of a nest has another one of two products fused than in the source. The nest's new order
/// has the same one. So it is the original, which is there for where that may not be taken.
static bool fusesOther(const LineForms &output, const LineForms &source) {
  const std::set<SumKind> known = sidesOf(source), made = sidesOf(output);
  return !known.empty() && !std::includes(known.begin(), known.end(), made.begin(), made.end());
}

std::set<FunctionId> fusedOtherwiseBeside(const Program &program, const ParsedSources &sources,
                                          const Reordering &reordering, SourceAccounts &accounts) {
  std::set<FunctionId> found;
  const OutsideNests outside(program, sources, reordering, accounts);
  for (const auto &[unit, text] : reordering.texts) {
    if (!contractsProducts(sources.units[unit]->getASTContext()))
      continue;
    const std::optional<CompilerAccount> &source = accounts.of(unit);
    if (!source || !source->forms)
      continue;
    const std::optional<DumpedForms> output = accounts.formsOf(unit, text, false);
    const FormsByNests original = outside.divide(unit, *source->forms);
    const FormsByNests made = output ? outside.divide(unit, *output) : FormsByNests();
    std::vector<DumpedLine> lines = outside.differences(unit, original.outside, made.outside);
    std::set<std::string> functions;
    for (const DumpedLine &line : lines) {
      addFunctions(original.outside, line, functions);
      addFunctions(made.outside, line, functions);
    }
    for (const auto &[line, its] : made.inside)
      if (const auto from = original.inside.find(line);
          from != original.inside.end() && fusesOther(its, from->second)) {
        lines.push_back(line);
        addFunctions(original.inside, line, functions);
      }
    if (!output || !lines.empty())
      found.merge(culprits(program, sources, reordering, unit, functions));
  }
  return found;
}

} // namespace kasuri
