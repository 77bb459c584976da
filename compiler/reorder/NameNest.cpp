#include "reorder/NameNest.h"

#include "reorder/NestElements.h"
#include "reorder/NestFusion.h"
#include "reorder/RepeatedText.h"
#include "reorder/StatementText.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

/// Where a variable is named.
class ReferenceFinder : public DynamicRecursiveASTVisitor {
public:
  explicit ReferenceFinder(const VarDecl &variable) : variable(variable) {}

  std::vector<const DeclRefExpr *> references;
  const DeclStmt *declaration = nullptr;

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (reference->getDecl()->getCanonicalDecl() == variable.getCanonicalDecl())
      references.push_back(reference);
    return true;
  }
  bool VisitDeclStmt(DeclStmt *statement) override {
    if (llvm::is_contained(statement->decls(), &variable))
      declaration = statement;
    return true;
  }

private:
  const VarDecl &variable;
};

class NestNamer {
public:
  NestNamer(const NestSource &source, const UnitSums &sums)
      : source(source), program(source.program), nest(source.nest), numbers(source),
        fusion(source, sums, numbers) {}

  std::variant<NamedNest, Unnamed> run() {
    if (!nameAll())
      return reason;
    names.statement = [source = source, texts = std::move(texts)](
                          size_t number, const std::vector<std::string> &elements) {
      return texts[number].textWith(source, elements);
    };
    return NamedNest{std::move(names), std::move(numbers), std::move(expanded), fusion.zeros(),
                     fusion.longLoops()};
  }

private:
  const NestSource &source;
  const Program &program;
  const AffineNest &nest;
  NestNames names;
  FrontNumbers numbers;
  NestFusion fusion;
  std::vector<NestBuffer> expanded;
  std::vector<StatementText> texts; ///< by statement
  Unnamed reason = Unnamed::Names;

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

  /// Numbers below 0 are rounded down as well.
  void nameWholeSteps() {
    for (const WholeSteps &each : nest.wholeSteps()) {
      std::string distance;
      for (const auto &[parameter, factor] : each.distance.parameters)
        distance += (distance.empty() ? "" : " + ") +
                    (factor == 1 ? "" : std::to_string(factor) + " * ") +
                    names.parameters[parameter];
      if (each.distance.constant != 0)
        distance += " + " + std::to_string(each.distance.constant);
      const std::string step = std::to_string(each.step);
      names.parameters.push_back("((" + distance + ") / " + step + " - ((" + distance + ") % " +
                                 step + " < 0))");
    }
  }

  bool nameAddresses() {
    names.addresses.resize(nest.arrays.size());
    std::set<size_t> tested = nest.rowsApart;
    for (const auto &[first, second] : nest.apart)
      tested.insert({first, second});
    return tested.empty() || (program.pointerBytes == sizeof(int64_t) &&
                              llvm::all_of(tested, [&](size_t each) { return nameAddress(each); }));
  }

  bool nameAddress(size_t array) {
    const AffineArray &its = nest.arrays[array];
    if (!numbers.require(its.guard) || !fitsAddress(array, largestSide))
      return false;
    const std::optional<std::string> text =
        its.isOfRows ? numbers.pointerTo(its.address) : numbers.addressOf(its.address);
    if (!text)
      return false;
    if (!fitsAddress(array, largestParameter))
      numbers.requireLimit(largestSide);
    names.addresses[array] = *text;
    return true;
  }

  /// How far it is from 0 at most, if parameters are no farther from it than the limit.
  double mostOf(const AffineForm &form, double limit) const {
    double most = std::abs(static_cast<double>(form.constant));
    for (const auto &[parameter, factor] : form.parameters)
      most += std::abs(static_cast<double>(factor)) * limit;
    for (const auto &[loop, factor] : form.loops) {
      const AffineLoop &its = nest.loops[loop];
      most += std::abs(static_cast<double>(factor)) *
              (mostOf(its.first, limit) +
               mostOf(its.distance, limit) / static_cast<double>(its.stride));
    }
    return most;
  }

  /// Distances of its elements can be computed in a `long`, if parameters are no farther from 0.
  bool fitsAddress(size_t array, double limit) const {
    double row = static_cast<double>(nest.arrays[array].rowBytes);
    if (!nest.arrays[array].extents.empty())
      row = static_cast<double>(nest.arrays[array].elementBytes);
    for (const AffineForm &extent : nest.arrays[array].extents)
      row *= mostOf(extent, limit);
    double rows = 0, pointers = 0;
    for (const AffineStatement &statement : nest.statements)
      for (const AffineAccess &access : statement.accesses)
        if (access.array == array) {
          const size_t first = nest.arrays[array].isOfRows ? 1 : 0;
          rows = std::max(rows, 1 + mostOf(access.subscripts[first], limit));
          pointers = std::max(pointers, 1 + mostOf(access.subscripts.front(), limit));
        }
    return row * rows < 0x1p62 && pointers * sizeof(int64_t) < 0x1p62;
  }

  std::string hasIteration() const { return numbers.isAbove(nest.loops.front().distance, 0); }

  /// Other loops around it may have a variable of that name, too.
  std::string counterOf(const AffineLoop &loop) const {
    std::string name = source.fresh(program[loop.variable].name + "_number");
    const auto isTaken = [&] {
      for (auto outer = loop.parent; outer; outer = nest.loops[*outer].parent)
        if (names.counters[*outer] == name)
          return true;
      return false;
    };
    while (isTaken())
      name = source.fresh(name + "_");
    return name;
  }

  bool nameAll() {
    names.counterType = !isWide() ? "int" : program.pointerBytes == 8 ? "long" : "long long";
    names.fresh = [source = source](const std::string &name) { return source.fresh(name); };
    if (!nameParameters() || !nameAddresses())
      return false;
    nameWholeSteps();
    for (const AffineLoop &loop : nest.loops) {
      const Object &variable = program[loop.variable];
      names.variables.push_back("const " + variable.typeText + " " + variable.name);
    }
    for (const AffineLoop &loop : nest.loops)
      names.counters.push_back(counterOf(loop));
    if (!expandVariables())
      return false;
    for (const AffineStatement &statement : nest.statements)
      if (!nameStatement(statement))
        return false;
    return true;
  }

  // Expanded variables.

  /// Of the elements of its buffer, also where it is const.
  std::string storedType(ObjectId variable) const {
    const auto known = source.sources.variableOf.find(variable);
    return known == source.sources.variableOf.end()
               ? program[variable].typeText
               : known->second->getType().getUnqualifiedType().getAsString(
                     source.context().getPrintingPolicy());
  }

  bool expandVariables() {
    for (const AffineArray &array : nest.arrays) {
      if (array.expandedIn.empty())
        continue;
      std::optional<NestBuffer> made =
          array.heldIn ? bufferHolding(array) : bufferOver(nest, names, array.expandedIn);
      if (!made)
        return false;
      made->variable = array.variable;
      made->type = storedType(array.variable);
      // Several variables may have one name, each in a block of its own.
      made->name = freshName(names, expanded, array.name + "_all");
      expanded.push_back(std::move(*made));
    }
    return true;
  }

  std::optional<NestBuffer> bufferHolding(const AffineArray &array) {
    const std::optional<std::string> pointer =
        numbers.pointerTo(nest.arrays[*array.heldIn].address);
    return pointer ? std::optional(bufferIn(nest, names, array, *pointer)) : std::nullopt;
  }

  // Statements.

  /// Edits that make elements of references to the variable, and an assignment of its declaration;
  /// false if a macro is in the way.
  bool renameIn(const AffineStatement &statement, ObjectId variable,
                std::vector<StatementEdit> &edits) const {
    auto declaration = source.sources.variableOf.find(variable);
    if (declaration == source.sources.variableOf.end())
      return false;
    const auto its =
        llvm::find_if(expanded, [&](const NestBuffer &each) { return each.variable == variable; });
    const std::string element = its->name + "[" + its->place + "]";
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
      if (finder.declaration && !renameDeclaration(*finder.declaration, variable, element, edits))
        return false;
    }
    return true;
  }

  /// "double sum = 0;" becomes "sum_all[...] = 0;", one without a value an empty statement. One of
  /// several variables becomes a part of "x_all[...] = 0, y_all[...] = 1;", where a star in front
  /// of a later name would stay.
  bool renameDeclaration(const DeclStmt &declaration, ObjectId object, const std::string &element,
                         std::vector<StatementEdit> &edits) const {
    const VarDecl *variable = source.sources.variableOf.at(object);
    const std::optional<TextRange> all = source.text.statement(&declaration);
    const bool isList = variable->hasInit() && isa<InitListExpr>(variable->getInit());
    const bool hasStar = !declaration.isSingleDecl() && variable->getType()->isPointerType();
    if (!all || isList || hasStar || variable->hasAttrs() || !variable->getLocation().isFileID() ||
        !llvm::all_of(declaration.decls(), [&](const Decl *each) { return isExpanded(each); }))
      return false;
    const bool isFirst = *declaration.decl_begin() == variable;
    const unsigned name = source.text.offsetOf(variable->getLocation());
    const unsigned end = name + static_cast<unsigned>(variable->getName().size());
    edits.push_back({{isFirst ? all->begin : name, end},
                     variable->hasInit() ? element : std::string("(void)0")});
    return true;
  }

  bool isExpanded(const Decl *declared) const {
    return llvm::any_of(expanded, [&](const NestBuffer &each) {
      const auto its = source.sources.variableOf.find(each.variable);
      return its != source.sources.variableOf.end() && its->second == declared;
    });
  }

  bool nameStatement(const AffineStatement &statement) {
    const std::optional<TextRange> range = source.rangeOf(statement);
    if (!range)
      return false;
    StatementText text{*range, {}, {}};
    LoopUses uses{countLoops(source, source.statementsOf(statement)), {}};
    for (const AffineArray &array : nest.arrays)
      if (!array.expandedIn.empty()) { // a declaration without a value does not use it
        const size_t before = text.edits.size();
        if (!renameIn(statement, array.variable, text.edits))
          return false;
        for (size_t loop : array.expandedIn)
          uses.counters[loop] += text.edits.size() - before;
      }
    std::vector<RepeatedPlace> repeated;
    for (ObjectId each : nest.repeated)
      if (isRepeatedIn(source, each) && usesVariable(statement, each) &&
          !repeatIn(statement, each, repeated))
        return false;
    for (const RepeatedPlace &each : repeated) {
      text.edits.push_back(each.edit);
      each.addTo(uses);
    }
    names.innermost.emplace_back();
    if (!fusion.allow(statement, text.edits, names.innermost.back())) {
      reason = Unnamed::Products;
      return false;
    }
    if (!declareLocals(statement, *range))
      return false;
    for (const AffineStatement &other : nest.statements)
      if (&other != &statement)
        allowUnusedLocals(other, *range, text.edits);
    names.uses.push_back(std::move(uses));
    names.elements.emplace_back();
    for (FoundElement &found : findElements(source, statement)) {
      nameRepeated(found, repeated);
      nameExpanded(found);
      names.elements.back().push_back(std::move(found.element));
      text.places.push_back(std::move(found.places));
    }
    texts.push_back(std::move(text));
    return true;
  }

  /// In front of its text, unless that does it. False: that cannot be written.
  bool declareLocals(const AffineStatement &statement, const TextRange &range) {
    names.declarations.emplace_back();
    for (ObjectId local : statement.locals) {
      const Object &object = program[local];
      const auto variable = source.sources.variableOf.find(local);
      if (variable == source.sources.variableOf.end() ||
          !variable->second->getLocation().isFileID())
        return false;
      const unsigned place = source.text.offsetOf(variable->second->getLocation());
      if (range.begin <= place && place < range.end)
        continue;
      if (object.type.kind != ValueType::Kind::Integer &&
          object.type.kind != ValueType::Kind::Floating)
        return false;
      names.declarations.back().push_back(object.typeText + " " + object.name);
    }
    return true;
  }

  /// Those that the text declares are declared anew in front of the other statement.
  void allowUnusedLocals(const AffineStatement &other, const TextRange &range,
                         std::vector<StatementEdit> &edits) const {
    for (ObjectId local : other.locals)
      if (auto its = source.sources.variableOf.find(local); its != source.sources.variableOf.end())
        if (std::vector<RepeatedPlace> places; allowUnused(*its->second, places))
          for (const RepeatedPlace &each : places)
            if (range.begin <= each.edit.range.begin && each.edit.range.end <= range.end)
              edits.push_back(each.edit);
  }

  /// Where a statement names such a variable, and does not declare it.
  struct RepeatedPlace {
    StatementEdit edit;
    std::map<size_t, size_t> loops; ///< that the text names

    void addTo(LoopUses &uses) const {
      for (const auto &[loop, times] : loops)
        uses.variables[loop] += times;
    }
  };

  /// False if its text may not stand there.
  bool repeatIn(const AffineStatement &statement, ObjectId variable,
                std::vector<RepeatedPlace> &places) const {
    const std::optional<RepeatedText> made = repeatedText(source, variable);
    const auto declaration = source.sources.variableOf.find(variable);
    if (!made || declaration == source.sources.variableOf.end())
      return false;
    ReferenceFinder finder(*declaration->second);
    for (const Stmt *each : source.statementsOf(statement)) {
      if (!each)
        return false;
      finder.TraverseStmt(const_cast<Stmt *>(each));
    }
    if (finder.declaration)
      return !finder.references.empty() || allowUnused(*declaration->second, places);
    std::vector<RepeatedPlace> its;
    for (const DeclRefExpr *reference : finder.references) {
      const std::optional<TextRange> range = source.text.name(reference);
      if (!range)
        return false;
      its.push_back({{*range, made->text}, made->loops});
    }
    llvm::append_range(places, its);
    return true;
  }

  /// Only other statements name it, which have its text instead.
  bool allowUnused(const VarDecl &variable, std::vector<RepeatedPlace> &places) const {
    if (!variable.getLocation().isFileID())
      return false;
    const unsigned end = source.text.offsetOf(variable.getLocation()) +
                         static_cast<unsigned>(variable.getName().size());
    places.push_back({{{end, end}, " __attribute__((__unused__))"}, {}});
    return true;
  }

  void nameRepeated(FoundElement &found, const std::vector<RepeatedPlace> &repeated) const {
    const auto isWithin = [](const RepeatedPlace &each, const TextRange &place) {
      return place.begin <= each.edit.range.begin && each.edit.range.end <= place.end;
    };
    std::vector<StatementEdit> edits;
    for (const RepeatedPlace &each : repeated) {
      edits.push_back(each.edit);
      for (const TextRange &place : found.places)
        if (isWithin(each, place))
          each.addTo(found.element.uses);
    }
    if (llvm::any_of(repeated, [&](const RepeatedPlace &each) {
          return isWithin(each, found.places.front());
        }))
      found.element.text = textWith(source, found.places.front(), edits);
  }

  /// Itself, if it is not what holds a variable: then nothing else is accessed in it.
  const AffineArray &variableHeldIn(size_t array) const {
    const auto its =
        llvm::find_if(nest.arrays, [&](const AffineArray &each) { return each.heldIn == array; });
    return its == nest.arrays.end() ? nest.arrays[array] : *its;
  }

  void nameExpanded(FoundElement &found) const {
    const AffineArray &array = variableHeldIn(found.element.array);
    const auto its = llvm::find_if(expanded, [&](const NestBuffer &each) {
      return !array.expandedIn.empty() && each.variable == array.variable;
    });
    if (its == expanded.end())
      return;
    found.element.text = its->name + "[" + its->place + "]";
    for (size_t loop : array.expandedIn)
      found.element.uses.counters[loop] += found.places.size();
  }

  bool usesVariable(const AffineStatement &statement, ObjectId variable) const {
    const std::vector<ValueId> values = valuesOf(program, statement);
    return std::any_of(values.begin(), values.end(), [&](ValueId value) {
      return program[value].op == Op::Address && program[value].object == variable;
    });
  }
};

} // namespace

std::variant<NamedNest, Unnamed> nameNest(const NestSource &source, const UnitSums &sums) {
  return NestNamer(source, sums).run();
}

} // namespace kasuri
