#include "reorder/Reorder.h"

#include "model/Regions.h"
#include "movability/code/Contraction.h"
#include "movability/text/SourceText.h"
#include "reorder/FusedProducts.h"
#include "reorder/WriteNest.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/TargetOptions.h"

#include <algorithm>
#include <array>

namespace kasuri {

using namespace clang;

namespace {

constexpr int64_t fewestIterations = 30000;        ///< with fewer there is little to gain
constexpr int64_t mostElements = int64_t(1) << 25; ///< of an expanded variable

/// What cannot be written twice.
class RepeatCheck : public RecursiveASTVisitor<RepeatCheck> {
public:
  bool isRepeatable = true;

  bool VisitStmt(Stmt *statement) {
    isRepeatable &= !isa<LabelStmt, AddrLabelExpr, AsmStmt>(statement);
    return isRepeatable;
  }
  bool VisitVarDecl(VarDecl *variable) {
    isRepeatable &= !variable->isStaticLocal();
    return isRepeatable;
  }
};

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

class NestReorderer {
public:
  NestReorderer(const Program &program, const ParsedSources &sources, const SourceText &text,
                const AffineNest &nest, const ReorderOptions &options,
                const std::optional<LineProducts> &products)
      : program(program), sources(sources), text(text), nest(nest), options(options),
        products(products), function(program[nest.loop].function) {}

  struct Found {
    ReorderedNest nest;
    TextEdit edit;
  };

  std::optional<Found> reorder() {
    const Stmt *loop = statementOf(nest.loop);
    if (!loop || !mayChange(loop))
      return std::nullopt;
    const std::optional<TextRange> range = text.statement(loop);
    NestNames names;
    if (!range || !isWhole(*range) || !nameAll(names))
      return std::nullopt;
    const std::optional<std::string> condition = conditionFor(names);
    if (!condition)
      return std::nullopt;
    names.pragma = "#pragma kasuri reordered\n" + lineAt(range->begin);
    names.pragma.pop_back();
    names.plainPragma = "#pragma kasuri generated";
    const std::optional<WrittenNest> written = writeNest(nest, loopNames(), names, options);
    if (!written)
      return std::nullopt;
    Found found{{function, program[nest.loop].location, written->what, written->gain},
                {*range, ""}};
    // A buffer is only there if the condition holds and all buffers before it are there.
    std::string head, tail, holds = *condition;
    for (const Expanded &each : expanded) {
      head += "  " + each.type + " *const " + each.buffer + " = " + holds + " ? __builtin_malloc(" +
              each.elements + " * sizeof(" + each.type + ")) : 0;\n";
      tail += "  __builtin_free(" + each.buffer + ");\n";
      holds = each.buffer;
    }
    head += "  if (" + holds + ") {\n";
    found.edit.text = "{ /* kasuri: loop nest reordered: " + written->what + " */\n" + head +
                      written->text + "  } else\n" + lineAt(range->begin) + padding(range->begin) +
                      text.text(*range) + "\n" + tail + "}\n" + lineAt(range->end) +
                      padding(range->end);
    return found;
  }

private:
  const Program &program;
  const ParsedSources &sources;
  const SourceText &text;
  const AffineNest &nest;
  const ReorderOptions &options;
  const std::optional<LineProducts> &products; ///< what the compiler makes of the source
  FunctionId function;

  /// A variable in a buffer, with an element for each iteration.
  struct Expanded {
    ObjectId variable;
    std::string type, buffer;
    std::string place;      ///< of the element, by the names of counters
    std::string elements;   ///< how many there are
    std::string limit = {}; ///< a condition: not too many
  };
  std::vector<Expanded> expanded;

  /// An upper bound of a number, in double; none: `number` is all of it.
  struct Size {
    double number = 0;
    std::string text; ///< "" if it is a constant
  };

  const Stmt *statementOf(RegionId region) const {
    auto found = sources.statementOf.find(region);
    return found == sources.statementOf.end() ? nullptr : found->second;
  }

  const std::string &path() const { return program.files[program[function].file.index()].path; }
  std::string lineAt(unsigned offset) const { return text.lineDirectiveOf(offset, path()); }

  /// As much space as stands in front of the offset on its line.
  std::string padding(unsigned offset) const {
    const size_t newline = text.all().rfind('\n', offset == 0 ? 0 : offset - 1);
    const size_t begin = newline == llvm::StringRef::npos ? 0 : newline + 1;
    return std::string(offset - begin, ' ');
  }

  bool mayChange(const Stmt *loop) const {
    const LangOptions &language = sources.units[sources.unitOf.at(function)]->getLangOpts();
    RepeatCheck check;
    check.TraverseStmt(const_cast<Stmt *>(loop));
    const bool isAnnotated = std::any_of(
        program.annotations.begin(), program.annotations.end(), [&](const Annotation &each) {
          return each.region.valid() && contains(program, nest.loop, each.region);
        });
    return isa<ForStmt>(loop) && check.isRepeatable && !isAnnotated && !language.AllowFPReassoc &&
           nest.guards.empty();
  }

  /// Nothing in it belongs to the preprocessor, and nothing in front of it to the loop.
  bool isWhole(TextRange range) const {
    const FileText &file = text.file();
    const bool hasDirective =
        std::any_of(file.directives.begin(), file.directives.end(), [&](const Directive &each) {
          return each.range.begin >= range.begin && each.range.begin < range.end;
        });
    return !hasDirective && !file.mentionsCounter(range) && !file.mentionsPragma(range) &&
           text.withPragmas(range.begin, 0) == range.begin &&
           !text.hasPragmaOperatorBefore(range.begin);
  }

  std::vector<std::string> loopNames() const {
    std::vector<std::string> names;
    for (const AffineLoop &loop : nest.loops)
      names.push_back(program[loop.variable].name);
    return names;
  }

  bool isWide() const {
    auto isLong = [&](const Object &variable) { return variable.type.bits > 32; };
    return std::any_of(nest.loops.begin(), nest.loops.end(),
                       [&](const AffineLoop &loop) { return isLong(program[loop.variable]); });
  }

  bool nameAll(NestNames &names) {
    names.counterType = !isWide() ? "int" : program.pointerBytes == 8 ? "long" : "long long";
    names.fresh = [this](const std::string &name) { return fresh(name); };
    for (const AffineParameter &parameter : nest.parameters) {
      const std::optional<std::string> value = textOf(parameter.value, names.counterType);
      if (!value)
        return false;
      names.parameters.push_back(*value);
    }
    for (const AffineLoop &loop : nest.loops) {
      const Object &variable = program[loop.variable];
      names.variables.push_back("const " + variable.typeText + " " + variable.name);
    }
    for (const AffineLoop &loop : nest.loops)
      names.counters.push_back(fresh(program[loop.variable].name + "_number"));
    if (!expandVariables(names))
      return false;
    for (const AffineStatement &statement : nest.statements)
      if (!nameStatement(statement, names) || !allowInnermost(statement, names))
        return false;
    return true;
  }

  // Expanded variables.

  /// The number of elements along the loop, all of whose counters are from 0 on; nothing if they
  /// may not be.
  std::optional<Size> extentOf(size_t number, const NestNames &names) const {
    const AffineLoop &loop = nest.loops[number];
    bool isFrom0 = loop.first.constant >= 0 && loop.first.parameters.empty();
    for (const auto &[outer, factor] : loop.first.loops)
      isFrom0 &= factor > 0 && extentOf(outer, names).has_value();
    if (!isFrom0)
      return std::nullopt;
    AffineForm end = loop.distance;
    end.add(loop.first, 1);
    for (const auto &[outer, factor] : end.loops)
      if (!extentOf(outer, names))
        return std::nullopt;
    return mostOf(end, names);
  }

  static std::string inParentheses(const Size &size) {
    const std::string number = std::to_string(static_cast<int64_t>(size.number));
    return size.text.empty() ? number : "(" + size.text + " + " + number + ")";
  }

  bool expandVariables(const NestNames &names) {
    for (const AffineArray &array : nest.arrays) {
      if (array.expandedIn.empty())
        continue;
      Expanded made{array.variable, program[array.variable].typeText, fresh(array.name + "_all"),
                    "", ""};
      std::string limit;
      for (size_t loop : array.expandedIn) {
        const std::optional<Size> extent = extentOf(loop, names);
        if (!extent)
          return false;
        const std::string its = inParentheses(*extent);
        made.place = made.place.empty()
                         ? names.counters[loop]
                         : "(" + made.place + ") * " +
                               (extent->text.empty() ? "" : "(" + names.counterType + ")") + its +
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

  ASTContext &context() const {
    return sources.units[sources.unitOf.at(function)]->getASTContext();
  }

  std::vector<const Stmt *> statementsOf(const AffineStatement &statement) const {
    std::vector<const Stmt *> found;
    bool isInside = false;
    for (RegionId each : program[program[statement.first].parent].children) {
      isInside |= each == statement.first;
      if (isInside)
        found.push_back(statementOf(each));
      if (each == statement.last)
        break;
    }
    return found;
  }

  /// False if the compiler may fuse other products in another order of the loops.
  bool allowInnermost(const AffineStatement &statement, NestNames &names) const {
    names.innermost.emplace_back();
    const std::vector<const Stmt *> statements = statementsOf(statement);
    if (llvm::is_contained(statements, nullptr))
      return false;
    if (!contractsProducts(context()))
      return true;
    const FusedProducts fused = findFusedProducts(statements);
    if (fused.isUnknown || !fused.changing)
      return !fused.isUnknown;
    std::set<size_t> &allowed = names.innermost.back().emplace().loops;
    for (size_t loop : statement.loops) {
      auto variable = sources.variableOf.find(nest.loops[loop].variable);
      if (variable != sources.variableOf.end() && fused.changing->contains(variable->second))
        allowed.insert(loop);
    }
    names.innermost.back()->isFusedAlways = isFused(*textRangeOf(statement));
    return allowed.contains(statement.loops.back());
  }

  /// As the compiler has it.
  unsigned long lineNumber(unsigned offset) const {
    return std::stoul(lineAt(offset).substr(std::string("#line ").size()));
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

  /// What has to hold of the compiler: GCC may refuse to fuse in chains of sums on some processors,
  /// and the new order may make no such chain of what was one. "": nothing; none: it refuses.
  std::optional<std::string> compilerCondition() const {
    const TargetOptions &target = context().getTargetInfo().getTargetOpts();
    const llvm::StringRef cpu = target.TuneCPU.empty() ? target.CPU : target.TuneCPU;
    const bool fuses = contractsProducts(context());
    if (fuses && cpu.starts_with("znver"))
      return std::nullopt;
    constexpr std::array<llvm::StringLiteral, 5> always = {"haswell", "broadwell", "skylake",
                                                           "cascadelake", "icelake"};
    const bool isAlways =
        llvm::any_of(always, [&](llvm::StringRef each) { return cpu.starts_with(each); });
    return fuses && !isAlways ? "__GNUC__ < 13" : "";
  }

  /// Not a word of the source.
  std::string fresh(std::string name) const {
    while (text.all().contains(name))
      name += "_";
    return name;
  }

  /// In this type; "": in its own.
  std::optional<std::string> textOf(const GuardValue &value, const std::string &type) const {
    if (value.op == GuardValue::Op::Constant)
      return std::to_string(value.number);
    if (value.op == GuardValue::Op::Sum || value.op == GuardValue::Op::Product) {
      std::string text;
      for (const GuardValue &operand : value.operands) {
        const std::optional<std::string> part = textOf(operand, type);
        if (!part)
          return std::nullopt;
        text += (text.empty() ? "" : value.op == GuardValue::Op::Sum ? " + " : " * ") + *part;
      }
      return "(" + text + ")";
    }
    if (value.op != GuardValue::Op::Variable ||
        program[value.object].type.kind != ValueType::Kind::Integer)
      return std::nullopt;
    const Object &variable = program[value.object];
    const bool isSame =
        type.empty() || (variable.type.isSigned && variable.type.bits <= (type == "int" ? 32 : 64));
    return isSame ? variable.name : "(" + type + ")" + variable.name;
  }

  std::optional<TextRange> textRangeOf(const AffineStatement &statement) const {
    const Stmt *first = statementOf(statement.first), *last = statementOf(statement.last);
    if (!first || !last)
      return std::nullopt;
    const std::optional<TextRange> begin = text.statement(first), end = text.statement(last);
    return begin && end ? std::optional(TextRange{begin->begin, end->end}) : std::nullopt;
  }

  /// Edits that make elements of references to the variable, and an assignment of its declaration;
  /// false if a macro is in the way.
  bool renameIn(const AffineStatement &statement, ObjectId variable,
                std::vector<TextEdit> &edits) const {
    auto declaration = sources.variableOf.find(variable);
    if (declaration == sources.variableOf.end())
      return false;
    const auto its =
        llvm::find_if(expanded, [&](const Expanded &each) { return each.variable == variable; });
    const std::string element = its->buffer + "[" + its->place + "]";
    for (const Stmt *each : statementsOf(statement)) {
      if (!each)
        return false;
      ReferenceFinder finder(*declaration->second);
      finder.TraverseStmt(const_cast<Stmt *>(each));
      for (const DeclRefExpr *reference : finder.references) {
        const std::optional<TextRange> range = text.name(reference);
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
    const std::optional<TextRange> all = text.statement(&declaration);
    if (!all || !variable->getLocation().isFileID())
      return false;
    const unsigned name = text.offsetOf(variable->getLocation());
    const auto length = static_cast<unsigned>(variable->getName().size());
    if (!variable->hasInit()) {
      edits.push_back({*all, ";"});
      return true;
    }
    edits.push_back({{all->begin, name + length}, element});
    return true;
  }

  bool nameStatement(const AffineStatement &statement, NestNames &names) const {
    const std::optional<TextRange> range = textRangeOf(statement);
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
    names.statements.push_back(lineAt(range->begin) + padding(range->begin) +
                               text.text(*range, std::move(edits)));
    names.used.emplace_back();
    for (size_t loop : statement.loops)
      if (usesVariable(statement, nest.loops[loop].variable))
        names.used.back().push_back(loop);
    return true;
  }

  bool usesVariable(const AffineStatement &statement, ObjectId variable) const {
    bool isInside = false;
    for (RegionId each : program[program[statement.first].parent].children) {
      isInside |= each == statement.first;
      if (!isInside)
        continue;
      for (ValueId value : valuesWithin(program, each))
        if (program[value].op == Op::Address && program[value].object == variable)
          return true;
      if (each == statement.last)
        break;
    }
    return false;
  }

  // When it pays.

  /// No less than the form, whatever the counters are, if those with negative factors are from 0
  /// on.
  Size mostOf(const AffineForm &form, const NestNames &names) const {
    Size size{static_cast<double>(form.constant), ""};
    auto add = [&](const std::string &term) {
      size.text += (size.text.empty() ? "" : " + ") + term;
    };
    for (const auto &[parameter, factor] : form.parameters)
      add(std::to_string(factor) + ".0 * " + names.parameters[parameter]);
    for (const auto &[loop, factor] : form.loops) {
      if (factor < 0)
        continue;
      const AffineLoop &its = nest.loops[loop];
      const Size first = mostOf(its.first, names), distance = mostOf(its.distance, names);
      const auto scale = static_cast<double>(factor), stride = static_cast<double>(its.stride);
      size.number += scale * (first.number + distance.number / stride);
      for (const auto &[part, divisor] : {std::pair(&first, 1.0), std::pair(&distance, stride)})
        if (!part->text.empty())
          add(std::to_string(factor) + ".0 * (" + part->text + ") / " + std::to_string(divisor));
    }
    return size;
  }

  /// Nothing if the nest is always too small.
  std::optional<std::string> conditionFor(const NestNames &names) const {
    std::vector<std::string> conditions;
    const std::optional<std::string> ofCompiler = compilerCondition();
    if (!ofCompiler)
      return std::nullopt;
    if (!ofCompiler->empty())
      conditions.push_back(*ofCompiler);
    for (size_t i = 0; i < nest.parameters.size(); ++i) {
      const std::string whole = *textOf(nest.parameters[i].value, "");
      const Range &range = nest.parameters[i].range;
      const std::string limit = std::to_string(largestParameter);
      if (range.high > largestParameter)
        conditions.push_back(whole + " <= " + limit);
      if (range.low < -largestParameter)
        conditions.push_back(whole + " >= -" + limit);
    }
    const auto deepest = std::max_element(
        nest.statements.begin(), nest.statements.end(),
        [](const auto &a, const auto &b) { return a.loops.size() < b.loops.size(); });
    double fixed = 1;
    std::string product;
    for (size_t loop : deepest->loops) {
      const Size size = mostOf(nest.loops[loop].distance, names);
      const auto stride = static_cast<double>(nest.loops[loop].stride);
      if (size.text.empty()) {
        fixed *= size.number / stride;
        continue;
      }
      const auto number = static_cast<int64_t>(size.number);
      product += (product.empty() ? "" : " * ") + ("(" + size.text) +
                 (number == 0 ? "" : " + " + std::to_string(number)) + ")";
      fixed /= stride;
    }
    for (const Expanded &each : expanded)
      conditions.push_back(each.limit);
    if (product.empty() && !options.takesAll && fixed < static_cast<double>(fewestIterations))
      return std::nullopt;
    if (!product.empty() && !options.takesAll) {
      const double least = static_cast<double>(fewestIterations) / std::max(1.0, fixed);
      conditions.push_back(product + " >= " + std::to_string(static_cast<int64_t>(least)));
    }
    std::string all;
    for (const std::string &each : conditions)
      all += (all.empty() ? "" : " && ") + each;
    return all.empty() ? "1" : all;
  }
};

/// The loops of a nest that are within one of them, as a nest of their own. Counters of the loops
/// around it become parameters.
class InnerNest {
public:
  InnerNest(const AffineNest &nest, size_t root) : nest(nest), root(root) {}

  /// Nothing if such a counter has no simple text.
  std::optional<AffineNest> make() {
    made.loop = nest.loops[root].loop;
    made.parameters = nest.parameters;
    made.guards = nest.guards;
    for (std::optional<size_t> up = nest.loops[root].parent; up; up = nest.loops[*up].parent)
      if (!addParameter(*up))
        return std::nullopt;
    for (size_t i = root; i < nest.loops.size(); ++i)
      if (isInside(i))
        addLoop(i);
    for (const AffineArray &array : nest.arrays)
      addArray(array);
    for (const AffineStatement &statement : nest.statements)
      addStatement(statement);
    return std::move(made);
  }

private:
  const AffineNest &nest;
  size_t root;
  AffineNest made;
  std::map<size_t, size_t> parameters, loops; ///< new numbers of loops, by their old ones

  bool isInside(size_t loop) const {
    std::optional<size_t> up = loop;
    while (up && *up != root)
      up = nest.loops[*up].parent;
    return up.has_value();
  }

  bool addParameter(size_t loop) {
    const AffineLoop &outer = nest.loops[loop];
    if (outer.step != 1 || !outer.start.isConstant() || outer.start.constant != 0)
      return false;
    const Range range{outer.first.isConstant() ? outer.first.constant : unboundedBelow,
                      mostOf(loop)};
    parameters[loop] = made.parameters.size();
    made.parameters.push_back(
        {GuardValue{.op = GuardValue::Op::Variable, .object = outer.variable}, range});
    return true;
  }

  /// The greatest value of a counter, from constants.
  int64_t mostOf(size_t loop) const {
    AffineForm last = nest.loops[loop].first;
    last.add(nest.loops[loop].distance, 1);
    int64_t most = last.constant - 1;
    for (const auto &[outer, factor] : last.loops) {
      const int64_t its = mostOf(outer);
      if (factor < 0 || its > largestParameter || factor > largestParameter)
        return unboundedAbove;
      most += factor * its;
    }
    return last.parameters.empty() ? most : unboundedAbove;
  }

  void addLoop(size_t number) {
    AffineLoop loop = nest.loops[number];
    loop.start = translated(loop.start);
    loop.first = translated(loop.first);
    loop.distance = translated(loop.distance);
    loop.parent = number == root ? std::nullopt : std::optional(loops.at(*loop.parent));
    loops[number] = made.loops.size();
    made.loops.push_back(std::move(loop));
  }

  /// Of what is one for each iteration of the loops around the nest, all of it has one.
  void addArray(AffineArray array) {
    std::erase_if(array.expandedIn, [&](size_t loop) { return !loops.contains(loop); });
    for (size_t &loop : array.expandedIn)
      loop = loops.at(loop);
    if (array.variable.valid())
      array.dimensions = array.expandedIn.size();
    made.arrays.push_back(std::move(array));
  }

  void addStatement(AffineStatement statement) {
    const auto begin = std::find(statement.loops.begin(), statement.loops.end(), root);
    if (begin == statement.loops.end())
      return;
    statement.order.erase(statement.order.begin(),
                          statement.order.begin() + (begin - statement.loops.begin()));
    statement.loops.erase(statement.loops.begin(), begin);
    for (size_t &loop : statement.loops)
      loop = loops.at(loop);
    for (AffineAccess &access : statement.accesses) {
      std::vector<AffineForm> &subscripts = access.subscripts;
      if (nest.arrays[access.array].variable.valid())
        subscripts.erase(subscripts.begin(),
                         subscripts.end() -
                             static_cast<ptrdiff_t>(made.arrays[access.array].dimensions));
      for (AffineForm &subscript : subscripts)
        subscript = translated(subscript);
    }
    made.statements.push_back(std::move(statement));
  }

  AffineForm translated(const AffineForm &form) const {
    AffineForm result{form.constant, {}, form.parameters};
    for (const auto &[loop, factor] : form.loops)
      if (auto inner = loops.find(loop); inner != loops.end())
        result.loops[inner->second] = factor;
      else
        result.parameters[parameters.at(loop)] += factor;
    return result;
  }
};

/// The nest, or nests inside it.
class UnitReorderer {
public:
  UnitReorderer(const Program &program, const ParsedSources &sources, const SourceText &text,
                const ReorderOptions &options, const std::optional<LineProducts> &products)
      : program(program), sources(sources), text(text), options(options), products(products) {}

  std::vector<ReorderedNest> nests;
  std::vector<TextEdit> edits;

  void reorder(const AffineNest &nest) {
    if (auto found = NestReorderer(program, sources, text, nest, options, products).reorder()) {
      nests.push_back(std::move(found->nest));
      edits.push_back(std::move(found->edit));
      return;
    }
    for (size_t i = 1; i < nest.loops.size(); ++i)
      if (nest.loops[i].parent == size_t(0) && hasInner(nest, i))
        if (const auto inner = InnerNest(nest, i).make())
          reorder(*inner);
  }

private:
  const Program &program;
  const ParsedSources &sources;
  const SourceText &text;
  const ReorderOptions &options;
  const std::optional<LineProducts> &products;

  static bool hasInner(const AffineNest &nest, size_t loop) {
    return std::any_of(nest.loops.begin(), nest.loops.end(),
                       [&](const AffineLoop &each) { return each.parent == loop; });
  }
};

/// A line directive of the source's own would hide where loops are.
bool namesLines(const SourceText &text) {
  return llvm::any_of(text.file().directives, [](const Directive &each) {
    return each.name == "line" || each.name.empty();
  });
}

/// The source gives another meaning to a word that new text consists of.
bool redefinesWords(ASTUnit &unit) {
  constexpr std::array<llvm::StringLiteral, 6> words = {"const", "else", "for",
                                                        "if",    "int",  "long"};
  return llvm::any_of(words, [&](llvm::StringRef word) {
    return unit.getASTContext().Idents.get(word).hadMacroDefinition();
  });
}

} // namespace

Reordering reorderNests(const Program &program, const ParsedSources &sources,
                        const Parallelism &facts, const ReorderOptions &options) {
  Reordering reordering;
  for (size_t unit = 0; unit < sources.units.size(); ++unit) {
    const SourceText text(*sources.units[unit]);
    if (redefinesWords(*sources.units[unit]) ||
        (namesLines(text) && !sources.hasLineDirectives[unit]))
      continue;
    std::vector<const AffineNest *> nests;
    for (const AffineNest &nest : facts.nests)
      if (sources.unitOf.at(program[nest.loop].function) == unit)
        nests.push_back(&nest);
    std::optional<LineProducts> products;
    if (!nests.empty() && options.lineProducts &&
        contractsProducts(sources.units[unit]->getASTContext()))
      products = options.lineProducts(unit);
    UnitReorderer reorderer(program, sources, text, options, products);
    for (const AffineNest *nest : nests)
      reorderer.reorder(*nest);
    if (reorderer.nests.empty())
      continue;
    llvm::append_range(reordering.nests, reorderer.nests);
    reordering.texts[unit] = text.text({0, text.size()}, reorderer.edits);
  }
  return reordering;
}

std::string print(const Program &program, const Reordering &reordering) {
  std::string text;
  for (const ReorderedNest &each : reordering.nests)
    text += "nest " + toString(program, each.location) + " " + each.what + "\n";
  for (const auto &[unit, its] : reordering.texts)
    text += its;
  return text;
}

} // namespace kasuri
