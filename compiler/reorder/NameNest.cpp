#include "reorder/NameNest.h"

#include "movability/code/Contraction.h"
#include "reorder/FusedProducts.h"
#include "reorder/NestSizes.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

constexpr int64_t mostElements = int64_t(1) << 25; ///< of an expanded variable

/// Where a variable is named.
class ReferenceFinder : public RecursiveASTVisitor<ReferenceFinder> {
public:
  explicit ReferenceFinder(const VarDecl &variable) : variable(variable) {}

  std::vector<const DeclRefExpr *> references;
  const DeclStmt *declaration = nullptr;

  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    if (reference->getDecl()->getCanonicalDecl() == variable.getCanonicalDecl())
      references.push_back(reference);
    return true;
  }
  bool VisitDeclStmt(DeclStmt *statement) {
    if (llvm::is_contained(statement->decls(), &variable))
      declaration = statement;
    return true;
  }

private:
  const VarDecl &variable;
};

class NestNamer {
public:
  NestNamer(const NestSource &source, const std::optional<LineProducts> &products)
      : source(source), program(source.program), nest(source.nest), products(products),
        numbers(source) {}

  std::optional<NamedNest> run() {
    if (!nameAll())
      return std::nullopt;
    return NamedNest{std::move(names), std::move(numbers), std::move(expanded)};
  }

private:
  const NestSource &source;
  const Program &program;
  const AffineNest &nest;
  const std::optional<LineProducts> &products; ///< what the compiler makes of the source
  NestNames names;
  FrontNumbers numbers;
  std::vector<ExpandedVariable> expanded;

  bool isWide() const {
    auto isLong = [&](const Object &variable) { return variable.type.bits > 32; };
    return std::any_of(nest.loops.begin(), nest.loops.end(),
                       [&](const AffineLoop &loop) { return isLong(program[loop.variable]); });
  }

  /// What the outermost loop's head reads is there even if it has no iteration.
  bool nameParameters() {
    const std::map<size_t, int64_t> &inHead = nest.loops.front().distance.parameters;
    names.parameters.resize(nest.parameters.size());
    if (inHead.empty() && nest.loops.front().distance.constant <= 0)
      return false;
    for (bool isInHead : {true, false}) {
      for (size_t i = 0; i < nest.parameters.size(); ++i)
        if (inHead.contains(i) == isInHead) {
          const AffineParameter &parameter = nest.parameters[i];
          if (!numbers.require(parameter.guard) || !numbers.add(parameter.value, parameter.field))
            return false;
          names.parameters[i] = numbers.textOf(parameter.value, names.counterType);
        }
      if (isInHead)
        numbers.require(hasIteration());
    }
    return true;
  }

  bool nameAddresses() {
    names.addresses.resize(nest.arrays.size());
    if (!nest.apart.empty() && program.pointerBytes != sizeof(int64_t))
      return false;
    for (const auto &[first, second] : nest.apart)
      for (size_t array : {first, second}) {
        const AffineArray &its = nest.arrays[array];
        if (!names.addresses[array].empty())
          continue;
        const std::optional<std::string> text =
            numbers.require(its.guard) ? numbers.addressOf(its.address) : std::nullopt;
        if (!text || !fitsAddress(array, largestSide))
          return false;
        if (!fitsAddress(array, largestParameter))
          numbers.requireLimit(largestSide);
        names.addresses[array] = *text;
      }
    return true;
  }

  /// Distances of its elements can be computed in a `long`, if parameters are no farther from 0.
  bool fitsAddress(size_t array, int64_t limit) const {
    auto mostOf = [&](const AffineForm &form) {
      double most = 1 + std::abs(static_cast<double>(form.constant));
      for (const auto &[loop, factor] : form.loops)
        most += std::abs(static_cast<double>(factor)) * 4 * static_cast<double>(limit);
      for (const auto &[parameter, factor] : form.parameters)
        most += std::abs(static_cast<double>(factor)) * static_cast<double>(limit);
      return most;
    };
    double row = static_cast<double>(nest.arrays[array].rowBytes);
    if (!nest.arrays[array].extents.empty())
      row = static_cast<double>(nest.arrays[array].elementBytes);
    for (const AffineForm &extent : nest.arrays[array].extents)
      row *= mostOf(extent);
    double rows = 0;
    for (const AffineStatement &statement : nest.statements)
      for (const AffineAccess &access : statement.accesses)
        if (access.array == array)
          rows = std::max(rows, mostOf(access.subscripts.front()));
    return row * rows < 0x1p62;
  }

  std::string hasIteration() const {
    const AffineForm &distance = nest.loops.front().distance;
    std::string text;
    for (const auto &[parameter, factor] : distance.parameters)
      text += (text.empty() ? "" : " + ") + std::to_string(factor) + ".0 * " +
              numbers.textOf(nest.parameters[parameter].value, "");
    return text.empty() ? "" : text + " > " + std::to_string(-distance.constant);
  }

  bool nameAll() {
    names.counterType = !isWide() ? "int" : program.pointerBytes == 8 ? "long" : "long long";
    names.fresh = [source = source](const std::string &name) { return source.fresh(name); };
    if (!nameParameters() || !nameAddresses())
      return false;
    for (const AffineLoop &loop : nest.loops) {
      const Object &variable = program[loop.variable];
      names.variables.push_back("const " + variable.typeText + " " + variable.name);
    }
    for (const AffineLoop &loop : nest.loops)
      names.counters.push_back(source.fresh(program[loop.variable].name + "_number"));
    if (!expandVariables())
      return false;
    for (const AffineStatement &statement : nest.statements)
      if (!nameStatement(statement) || !allowInnermost(statement))
        return false;
    return true;
  }

  // Expanded variables.

  static std::string inParentheses(const NestSize &size) {
    const auto number = static_cast<int64_t>(size.number);
    if (size.text.empty())
      return std::to_string(number);
    const std::string sum = number == 0 ? size.text : size.text + " + " + std::to_string(number);
    const bool isName = sum.find(' ') == std::string::npos;
    return isName ? sum : "(" + sum + ")";
  }

  bool expandVariables() {
    const NestSizes sizes(nest, names.parameters);
    for (const AffineArray &array : nest.arrays) {
      if (array.expandedIn.empty())
        continue;
      ExpandedVariable made{.variable = array.variable,
                            .type = program[array.variable].typeText,
                            .buffer = source.fresh(array.name + "_all"),
                            .place = "",
                            .elements = "",
                            .limit = ""};
      std::string limit;
      for (size_t loop : array.expandedIn) {
        const std::optional<NestSize> extent = sizes.extentOf(loop);
        if (!extent)
          return false;
        const std::string its = inParentheses(*extent);
        const bool isWhole = its.find(".0 ") == std::string::npos;
        made.place = made.place.empty() ? names.counters[loop]
                                        : "(" + made.place + ") * " +
                                              (isWhole ? "" : "(" + names.counterType + ")") + its +
                                              " + " + names.counters[loop];
        made.elements += (made.elements.empty() ? "" : " * ") + ("(unsigned long)" + its);
        limit += (limit.empty() ? "" : " * ") + ("(double)" + its);
      }
      made.limit = limit + " <= " + std::to_string(mostElements);
      expanded.push_back(std::move(made));
    }
    return true;
  }

  // Fused products.

  /// False if the compiler may fuse other products in another order of the loops.
  bool allowInnermost(const AffineStatement &statement) {
    names.innermost.emplace_back();
    const std::vector<const Stmt *> statements = source.statementsOf(statement);
    if (llvm::is_contained(statements, nullptr))
      return false;
    if (!contractsProducts(source.context()))
      return true;
    const FusedProducts fused = findFusedProducts(statements);
    if (fused.isUnknown || !fused.changing)
      return !fused.isUnknown;
    std::set<size_t> &allowed = names.innermost.back().emplace().loops;
    for (size_t loop : statement.loops) {
      auto variable = source.sources.variableOf.find(nest.loops[loop].variable);
      if (variable != source.sources.variableOf.end() && fused.changing->contains(variable->second))
        allowed.insert(loop);
    }
    names.innermost.back()->isFusedAlways = isFused(*source.rangeOf(statement));
    return allowed.contains(statement.loops.back());
  }

  /// As the compiler has it.
  unsigned long lineNumber(unsigned offset) const {
    return std::stoul(source.lineAt(offset).substr(std::string("#line ").size()));
  }

  /// The compiler fuses all sums on these lines.
  bool isFused(TextRange range) const {
    if (!products)
      return false;
    LineSums sums;
    for (unsigned long line = lineNumber(range.begin); line <= lineNumber(range.end); ++line)
      if (auto found = products->find(static_cast<unsigned>(line)); found != products->end()) {
        sums.fused += found->second.fused;
        sums.plain += found->second.plain;
      }
    return sums.fused > 0 && sums.plain == 0;
  }

  // Statements.

  /// Edits that make elements of references to the variable, and an assignment of its declaration;
  /// false if a macro is in the way.
  bool renameIn(const AffineStatement &statement, ObjectId variable,
                std::vector<TextEdit> &edits) const {
    auto declaration = source.sources.variableOf.find(variable);
    if (declaration == source.sources.variableOf.end())
      return false;
    const auto its = llvm::find_if(
        expanded, [&](const ExpandedVariable &each) { return each.variable == variable; });
    const std::string element = its->buffer + "[" + its->place + "]";
    for (const Stmt *each : source.statementsOf(statement)) {
      if (!each)
        return false;
      ReferenceFinder finder(*declaration->second);
      finder.TraverseStmt(const_cast<Stmt *>(each));
      for (const DeclRefExpr *reference : finder.references) {
        const std::optional<TextRange> range = source.text.name(reference);
        if (!range)
          return false;
        edits.push_back({*range, element});
      }
      if (finder.declaration && !renameDeclaration(*finder.declaration, element, edits))
        return false;
    }
    return true;
  }

  /// "double sum = 0;" becomes "sum_all[...] = 0;", one without a value an empty statement.
  bool renameDeclaration(const DeclStmt &declaration, const std::string &element,
                         std::vector<TextEdit> &edits) const {
    if (!declaration.isSingleDecl())
      return false;
    const auto *variable = cast<VarDecl>(declaration.getSingleDecl());
    const std::optional<TextRange> all = source.text.statement(&declaration);
    if (!all || !variable->getLocation().isFileID())
      return false;
    const unsigned name = source.text.offsetOf(variable->getLocation());
    const auto length = static_cast<unsigned>(variable->getName().size());
    if (!variable->hasInit()) {
      edits.push_back({*all, ";"});
      return true;
    }
    edits.push_back({{all->begin, name + length}, element});
    return true;
  }

  bool nameStatement(const AffineStatement &statement) {
    const std::optional<TextRange> range = source.rangeOf(statement);
    if (!range)
      return false;
    names.counted.emplace_back();
    std::vector<TextEdit> edits;
    for (const AffineArray &array : nest.arrays)
      if (!array.expandedIn.empty() && usesVariable(statement, array.variable)) {
        names.counted.back().insert(names.counted.back().end(), array.expandedIn.begin(),
                                    array.expandedIn.end());
        if (!renameIn(statement, array.variable, edits))
          return false;
      }
    llvm::sort(names.counted.back());
    names.counted.back().erase(llvm::unique(names.counted.back()), names.counted.back().end());
    names.declarations.emplace_back();
    for (ObjectId local : statement.locals)
      names.declarations.back().push_back(program[local].typeText + " " + program[local].name);
    names.statements.push_back(source.lineAt(range->begin) + source.padding(range->begin) +
                               source.text.text(*range, std::move(edits)));
    names.used.emplace_back();
    for (size_t loop : statement.loops)
      if (usesVariable(statement, nest.loops[loop].variable))
        names.used.back().push_back(loop);
    return true;
  }

  bool usesVariable(const AffineStatement &statement, ObjectId variable) const {
    const std::vector<ValueId> values = valuesOf(program, statement);
    return std::any_of(values.begin(), values.end(), [&](ValueId value) {
      return program[value].op == Op::Address && program[value].object == variable;
    });
  }
};

} // namespace

std::optional<NamedNest> nameNest(const NestSource &source,
                                  const std::optional<LineProducts> &products) {
  return NestNamer(source, products).run();
}

} // namespace kasuri
