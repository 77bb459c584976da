// Deciding how a layer's statements become task functions.
//
//     for (int c = 0; c < n; c++) bits += code(enc, c);
//     ->  captures enc by value, bits is a partial sum, c is made from the chunk
//
// A task's text is the source's own, but for references to variables that must stay shared: these
// are captured by address and their names become `(*name)`, as pieces of text at the places that
// Clang names. Scalars that a task only reads are captured by value under their own name and need
// no change. A reference that stands inside a macro's body cannot be rewritten, a type declared
// inside the function cannot be named outside, and a few constructs mean something else in another
// function: these leave the layer as it is, with the reason.
#include "emit/Outline.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

/// What a stretch of statements uses and contains.
class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  std::vector<const DeclRefExpr *> references; ///< to variables with storage in a function
  std::set<const DeclRefExpr *> plainReads;
  std::vector<const BinaryOperator *> assignments;
  std::set<const VarDecl *> declared;
  std::string obstacle;
  clang::SourceLocation where;

  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      if (variable->isLocalVarDeclOrParm())
        references.push_back(reference);
    if (const auto *callee = dyn_cast<FunctionDecl>(reference->getDecl()))
      if (callee->getLexicalDeclContext()->isFunctionOrMethod())
        refuse("a function declared inside a function", reference->getLocation());
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    if (cast->getCastKind() == CK_LValueToRValue)
      if (const auto *reference = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
        plainReads.insert(reference);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) {
    if (binary->isAssignmentOp())
      assignments.push_back(binary);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    declared.insert(variable);
    if (variable->isStaticLocal())
      refuse("a static variable declared inside", variable->getLocation());
    return true;
  }
  bool VisitTagDecl(TagDecl *tag) { return refuse("a type declared inside", tag->getLocation()); }
  bool VisitPredefinedExpr(PredefinedExpr *name) {
    return refuse("the name of the enclosing function", name->getLocation());
  }
  bool VisitLabelStmt(LabelStmt *label) { return refuse("a label", label->getBeginLoc()); }
  bool VisitVAArgExpr(VAArgExpr *list) { return refuse("va_arg", list->getBeginLoc()); }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    bool isAlloca = callee && callee->getName().contains("alloca") && callee->getBuiltinID() != 0;
    return !isAlloca || refuse("alloca", call->getBeginLoc());
  }

private:
  bool refuse(const char *what, clang::SourceLocation location) {
    if (obstacle.empty()) {
      obstacle = what;
      where = location;
    }
    return true;
  }
};

struct TextEdit {
  unsigned begin, end;
  std::string text;
};

class Outliner {
public:
  Outliner(const Program &program, const ParsedSources &sources, const Parallelism &facts,
           const MacroTaskGraph &graph, const PlannedLayer &plan)
      : program(program), sources(sources), facts(facts), graph(graph), plan(plan),
        unit(*sources.units[sources.unitOf.at(plan.function)]), context(unit.getASTContext()),
        manager(unit.getSourceManager()) {}

  OutlineResult run(const std::string &symbol) {
    layer.symbol = symbol;
    layer.name = plan.name;
    layer.plan = &plan;
    layer.file = program.files[program[plan.function].file.index()].path;
    placeFunction();
    for (size_t i = 0; i < plan.tasks.size() && obstacle.empty(); ++i)
      outlineTask(i);
    if (obstacle.empty())
      placeLayer();
    if (!obstacle.empty())
      return {std::nullopt, obstacle, place(where)};
    for (const PlannedTable &table : plan.tables)
      for (const auto &rows : table.rows)
        for (const PlannedRow &row : rows)
          layer.mostParts = std::max<unsigned>(layer.mostParts, row.parts);
    return {std::move(layer), "", {}};
  }

private:
  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  const MacroTaskGraph &graph;
  const PlannedLayer &plan;
  ASTUnit &unit;
  ASTContext &context;
  const SourceManager &manager;
  OutlinedLayer layer;
  std::map<const VarDecl *, size_t> captureOf;
  std::string obstacle;
  clang::SourceLocation where;

  void refuse(const std::string &what, clang::SourceLocation location) {
    if (obstacle.empty()) {
      obstacle = what;
      where = location;
    }
  }

  kasuri::SourceLocation place(clang::SourceLocation location) const {
    PresumedLoc presumed = manager.getPresumedLoc(manager.getExpansionLoc(location), false);
    if (presumed.isInvalid())
      return {};
    return {program[plan.function].file, presumed.getLine(), presumed.getColumn()};
  }

  RegionId regionOf(const PlannedTask &task) const {
    return graph.layers[plan.layer.index()].tasks[task.members[0].index()].first;
  }

  unsigned offsetOf(clang::SourceLocation location) const {
    return manager.getFileOffset(manager.getExpansionLoc(location));
  }

  unsigned lineOf(unsigned offset) const {
    return manager.getLineNumber(manager.getMainFileID(), offset);
  }

  llvm::StringRef buffer() const { return manager.getBufferData(manager.getMainFileID()); }

  /// Byte after the statement, its semicolon included.
  unsigned endOf(const Stmt *statement) {
    CharSourceRange range = manager.getExpansionRange(statement->getSourceRange());
    clang::SourceLocation end =
        Lexer::getLocForEndOfToken(range.getEnd(), 0, manager, context.getLangOpts());
    unsigned offset = manager.getFileOffset(end);
    const Stmt *last = statement;
    while (const Stmt *inner = lastPart(last))
      last = inner;
    if (isa<CompoundStmt, NullStmt, DeclStmt>(last))
      return offset;
    std::optional<Token> next =
        Lexer::findNextToken(manager.getExpansionRange(statement->getSourceRange()).getEnd(),
                             manager, context.getLangOpts());
    if (!next || next->isNot(tok::semi)) {
      refuse("a statement that ends inside a macro", statement->getEndLoc());
      return offset;
    }
    return manager.getFileOffset(next->getLocation()) + 1;
  }

  static const Stmt *lastPart(const Stmt *statement) {
    if (const auto *loop = dyn_cast<ForStmt>(statement))
      return loop->getBody();
    if (const auto *loop = dyn_cast<WhileStmt>(statement))
      return loop->getBody();
    if (const auto *branch = dyn_cast<IfStmt>(statement))
      return branch->getElse() ? branch->getElse() : branch->getThen();
    if (const auto *selection = dyn_cast<SwitchStmt>(statement))
      return selection->getBody();
    if (const auto *labelled = dyn_cast<AttributedStmt>(statement))
      return labelled->getSubStmt();
    return nullptr;
  }

  void placeFunction() {
    const FunctionDecl *function = sources.functionOf.at(plan.function);
    clang::SourceLocation begin = function->getBeginLoc();
    if (begin.isMacroID() || !program[plan.function].inMainFile)
      refuse("a function that a macro or a header defines", begin);
    for (const Attr *attribute : function->attrs())
      if (!attribute->isImplicit() && attribute->getLocation().isValid() &&
          offsetOf(attribute->getLocation()) < offsetOf(begin))
        refuse("a function with an attribute in front", begin);
    layer.functionBegin = offsetOf(begin);
    layer.functionLine = lineOf(layer.functionBegin);
  }

  void placeLayer() {
    const Stmt *first = sources.statementOf.at(regionOf(plan.tasks.front()));
    const Stmt *last = sources.statementOf.at(regionOf(plan.tasks.back()));
    layer.begin = offsetOf(first->getBeginLoc());
    layer.end = endOf(last);
    layer.firstLine = lineOf(layer.begin);
    layer.afterLine = lineOf(layer.end);
    layer.original = buffer().substr(layer.begin, layer.end - layer.begin).str();
  }

  std::string declaration(QualType type, const std::string &name) const {
    std::string text = name;
    type.getAsStringInternal(text, context.getPrintingPolicy());
    return text;
  }

  /// Can the type be written in front of the function?
  bool isNameable(QualType type) const {
    if (type->isVariablyModifiedType())
      return false;
    if (const auto *alias = type->getAs<TypedefType>())
      return !alias->getDecl()->getLexicalDeclContext()->isFunctionOrMethod();
    if (type->isAnyPointerType())
      return isNameable(type->getPointeeType());
    if (const auto *array = context.getAsArrayType(type))
      return isNameable(array->getElementType());
    if (const TagDecl *tag = type->getAsTagDecl())
      return !tag->getLexicalDeclContext()->isFunctionOrMethod() && tag->getIdentifier();
    return true;
  }

  size_t capture(const VarDecl *variable, bool isShared) {
    auto [entry, isNew] = captureOf.emplace(variable, layer.captures.size());
    if (isNew) {
      QualType type = variable->getType();
      if (!isNameable(type) || type.isVolatileQualified())
        refuse("a variable whose type has no name outside the function", variable->getLocation());
      if (isShared && variable->getStorageClass() == SC_Register)
        refuse("a register variable", variable->getLocation());
      Capture made;
      made.variable = variable;
      made.name = variable->getNameAsString();
      made.valueType = declaration(type.getUnqualifiedType(), made.name);
      made.sharedType = declaration(context.getPointerType(type), made.name);
      layer.captures.push_back(made);
    }
    layer.captures[entry->second].isShared |= isShared;
    return entry->second;
  }

  /// The name as it stands in the file, to be replaced; refuses what stands inside a macro's body.
  std::optional<TextEdit> rewriting(const DeclRefExpr *reference) {
    clang::SourceLocation location = reference->getLocation();
    if (location.isMacroID()) {
      llvm::StringRef macro =
          Lexer::getImmediateMacroName(location, manager, context.getLangOpts());
      const MacroInfo *info = unit.getPreprocessor().getMacroInfo(&context.Idents.get(macro));
      bool changesText =
          !info || std::any_of(info->tokens_begin(), info->tokens_end(), [](const Token &token) {
            return token.isOneOf(tok::hash, tok::hashhash);
          });
      if (!manager.isMacroArgExpansion(location) || changesText) {
        refuse("'" + reference->getDecl()->getNameAsString() + "' inside a macro", location);
        return std::nullopt;
      }
      location = manager.getSpellingLoc(location);
    }
    if (!manager.isInMainFile(location)) {
      refuse("'" + reference->getDecl()->getNameAsString() + "' inside a macro", location);
      return std::nullopt;
    }
    const std::string name = reference->getDecl()->getNameAsString();
    unsigned begin = manager.getFileOffset(location);
    return TextEdit{begin, begin + static_cast<unsigned>(name.size()), "(*" + name + ")"};
  }

  std::string textOf(const Expr *expression) {
    CharSourceRange range = manager.getExpansionRange(expression->getSourceRange());
    return Lexer::getSourceText(range, manager, context.getLangOpts()).str();
  }

  std::string edited(unsigned begin, unsigned end, std::vector<TextEdit> edits) const {
    std::sort(edits.begin(), edits.end(),
              [](const TextEdit &a, const TextEdit &b) { return a.begin < b.begin; });
    std::string text;
    unsigned at = begin;
    for (const TextEdit &edit : edits) {
      if (edit.begin < at || edit.end > end)
        continue; // the same piece twice (a macro argument used twice)
      text += buffer().substr(at, edit.begin - at);
      text += edit.text;
      at = edit.end;
    }
    return text + buffer().substr(at, end - at).str();
  }

  void outlineTask(size_t index) {
    const PlannedTask &planned = plan.tasks[index];
    RegionId region = regionOf(planned);
    const Stmt *statement = sources.statementOf.at(region);
    OutlinedTask task;
    task.name = planned.name;
    task.function = layer.symbol + "_t" + std::to_string(index);
    task.line = program[region].location.line;
    const Stmt *body = statement;
    std::set<const VarDecl *> own;
    std::vector<TextEdit> edits;
    const auto *loop = dyn_cast<ForStmt>(statement);
    if (planned.splitLoop.valid() && loop) {
      body = loop->getBody();
      outlineSplit(index, planned.splitLoop, loop, task, own, edits);
    }
    UseFinder uses;
    uses.TraverseStmt(const_cast<Stmt *>(body));
    if (!uses.obstacle.empty())
      refuse(uses.obstacle, uses.where);
    if (body->getBeginLoc().isMacroID() && planned.splitLoop.valid())
      refuse("a loop body from a macro", body->getBeginLoc());
    collectCaptures(uses, own, task, edits);
    unsigned begin = offsetOf(body->getBeginLoc()), end = endOf(body);
    task.bodyLine = lineOf(begin);
    if (obstacle.empty())
      task.text = edited(begin, end, edits);
    layer.tasks.push_back(std::move(task));
  }

  void collectCaptures(const UseFinder &uses, const std::set<const VarDecl *> &own,
                       OutlinedTask &task, std::vector<TextEdit> &edits) {
    std::set<size_t> used;
    for (const DeclRefExpr *reference : uses.references) {
      const auto *variable = cast<VarDecl>(reference->getDecl());
      if (own.contains(variable) || uses.declared.contains(variable))
        continue;
      bool isScalar = !variable->getType()->isArrayType() && !variable->getType()->isRecordType();
      bool isShared = !isScalar || isAddressTaken(variable) || isSharedElsewhere(variable) ||
                      !isOnlyRead(uses, variable);
      used.insert(capture(variable, isShared));
      if (isShared)
        if (auto edit = rewriting(reference))
          edits.push_back(*edit);
    }
    task.captures.assign(used.begin(), used.end());
  }

  /// A pointer may change it under its name's eyes.
  bool isAddressTaken(const VarDecl *variable) const {
    for (const auto &[object, known] : sources.variableOf)
      if (known->getCanonicalDecl() == variable->getCanonicalDecl())
        return program[object].addressTaken;
    return true;
  }

  static bool isOnlyRead(const UseFinder &uses, const VarDecl *variable) {
    return std::all_of(uses.references.begin(), uses.references.end(),
                       [&](const DeclRefExpr *each) {
                         return each->getDecl() != variable || uses.plainReads.contains(each);
                       });
  }

  /// Written in any task of the layer: then all of them see it through its address.
  bool isSharedElsewhere(const VarDecl *variable) {
    if (sharedVariables.empty() && !hasSharedVariables) {
      hasSharedVariables = true;
      for (const PlannedTask &task : plan.tasks) {
        UseFinder uses;
        uses.TraverseStmt(const_cast<Stmt *>(sources.statementOf.at(regionOf(task))));
        for (const DeclRefExpr *reference : uses.references) {
          const auto *used = cast<VarDecl>(reference->getDecl());
          if (!task.splitLoop.valid() && !uses.plainReads.contains(reference) &&
              !uses.declared.contains(used))
            sharedVariables.insert(used);
        }
      }
    }
    return sharedVariables.contains(variable);
  }

  std::set<const VarDecl *> sharedVariables;
  bool hasSharedVariables = false;

  void outlineSplit(size_t index, RegionId region, const ForStmt *loop, OutlinedTask &task,
                    std::set<const VarDecl *> &own, std::vector<TextEdit> &edits) {
    const LoopFacts &known = *facts.factsOf(region);
    const CountedForm &form = program[region].counted;
    const VarDecl *variable = sources.variableOf.at(form.variable);
    SplitLoop split;
    split.variable = variable->getNameAsString();
    QualType type = variable->getType().getUnqualifiedType();
    split.variableType = declaration(type, split.variable);
    split.plainType = type.getAsString(context.getPrintingPolicy());
    split.isPointer = type->isPointerType();
    split.relation = form.relation;
    split.step = form.step;
    split.setsVariable = !form.declaresVariable;
    const std::string number = std::to_string(index);
    split.startType = declaration(type, "ks_start_" + number);
    const auto *test = cast<BinaryOperator>(loop->getCond()->IgnoreParenImpCasts());
    const auto *leftName = dyn_cast<DeclRefExpr>(test->getLHS()->IgnoreParenImpCasts());
    bool isLeft = leftName && leftName->getDecl() == variable;
    // Both sides are compared in the type that the source compares them in.
    const Expr *bound = isLeft ? test->getRHS() : test->getLHS();
    QualType boundType = bound->getType().getUnqualifiedType();
    if (boundType->isIntegerType())
      boundType = boundType.getCanonicalType();
    bound = bound->IgnoreImpCasts();
    split.comparedType = boundType.getAsString(context.getPrintingPolicy());
    split.boundType = declaration(boundType, "ks_bound_" + number);
    split.boundText = textOf(bound);
    split.startText = split.variable;
    const Expr *start = startOf(loop);
    if (start)
      split.startText = textOf(start);
    bool isPlain = !bound->HasSideEffects(context) && (!start || !start->HasSideEffects(context)) &&
                   isNameable(type) && isNameable(boundType) && !type->isBooleanType();
    bool isFromMacro = loop->getBeginLoc().isMacroID() || loop->getRParenLoc().isMacroID();
    if (!isPlain || isFromMacro)
      refuse("the head of this loop", loop->getBeginLoc());
    own.insert(variable);
    addPrivates(known, split, own);
    for (size_t i = 0; i < known.reductions.size(); ++i)
      addReduction(known.reductions[i], index, i, loop->getBody(), split, own, edits);
    task.split = std::move(split);
  }

  static const Expr *startOf(const ForStmt *loop) {
    if (const auto *declarations = dyn_cast_or_null<DeclStmt>(loop->getInit()))
      return cast<VarDecl>(declarations->getSingleDecl())->getInit();
    const auto *set = dyn_cast_or_null<BinaryOperator>(loop->getInit());
    return set ? set->getRHS() : nullptr;
  }

  void addPrivates(const LoopFacts &known, SplitLoop &split, std::set<const VarDecl *> &own) {
    for (const PrivateObject &each : known.privates) {
      const VarDecl *variable = sources.variableOf.at(each.object);
      QualType type = variable->getType().getUnqualifiedType();
      if (!isNameable(type) || (each.copyOut && type->isArrayType()))
        refuse("a private variable of this type", variable->getLocation());
      const std::string name = variable->getNameAsString();
      // A value that no iteration reads, but that quietens compilers which cannot see that.
      const char *blank = type->isScalarType() ? " = 0" : " = {0}";
      split.privates.emplace_back(declaration(type, name) + blank, each.copyOut);
      split.privateNames.push_back(name);
      own.insert(variable);
      if (each.copyOut)
        capture(variable, true);
    }
    for (const Induction &each : known.inductions) {
      const VarDecl *variable = sources.variableOf.at(each.object);
      const std::string name = variable->getNameAsString();
      if (captureOf.contains(variable))
        refuse("a variable that several loops advance", variable->getLocation());
      capture(variable, false);
      split.inductions.push_back(
          {name, declaration(variable->getType().getUnqualifiedType(), name), each.step});
      own.insert(variable);
    }
  }

  void addReduction(const Reduction &reduction, size_t task, size_t index, const Stmt *body,
                    SplitLoop &split, std::set<const VarDecl *> &own,
                    std::vector<TextEdit> &edits) {
    const VarDecl *variable = sources.variableOf.at(reduction.object);
    QualType type = variable->getType().getUnqualifiedType();
    OutlinedReduction made;
    made.name = variable->getNameAsString();
    made.member = "ks_" + std::string(reduction.isFloating ? "terms_" : "sums_") +
                  std::to_string(task) + "_" + std::to_string(index);
    made.ownType = type.getAsString(context.getPrintingPolicy());
    made.isFloating = reduction.isFloating;
    own.insert(variable);
    if (!reduction.isFloating) {
      QualType wide = context.getCorrespondingUnsignedType(type.getCanonicalType());
      made.castType = wide.getAsString(context.getPrintingPolicy());
      made.partType = declaration(wide, made.name);
      made.arrayType = declaration(wide, made.member) + "[" + std::to_string(mostParts()) + "]";
      split.reductions.push_back(made);
      return;
    }
    UseFinder uses;
    uses.TraverseStmt(const_cast<Stmt *>(body));
    const BinaryOperator *update = nullptr;
    for (const BinaryOperator *each : uses.assignments)
      if (const auto *left = dyn_cast<DeclRefExpr>(each->getLHS()->IgnoreParens());
          left && left->getDecl() == variable)
        update = each;
    const Expr *term = update ? termOf(*update, made.isMinus) : nullptr;
    if (!term || update->getBeginLoc().isMacroID() || term->getBeginLoc().isMacroID()) {
      refuse("the update of '" + made.name + "'", body->getBeginLoc());
      return;
    }
    QualType termType = term->IgnoreImpCasts()->getType().getUnqualifiedType();
    made.castType = termType.getAsString(context.getPrintingPolicy());
    made.arrayType = declaration(context.getPointerType(termType), made.member);
    edits.push_back({offsetOf(update->getBeginLoc()), offsetOf(term->getBeginLoc()),
                     "ks_f->" + made.member + "[ks_k] = "});
    split.reductions.push_back(made);
  }

  unsigned mostParts() const {
    unsigned most = 1;
    for (const PlannedTable &table : plan.tables)
      for (const auto &rows : table.rows)
        for (const PlannedRow &row : rows)
          most = std::max<unsigned>(most, row.parts);
    return most;
  }

  static const Expr *termOf(const BinaryOperator &update, bool &isMinus) {
    if (update.getOpcode() == BO_AddAssign || update.getOpcode() == BO_SubAssign) {
      isMinus = update.getOpcode() == BO_SubAssign;
      return update.getRHS();
    }
    const auto *sum = dyn_cast<BinaryOperator>(update.getRHS()->IgnoreImpCasts());
    if (update.getOpcode() != BO_Assign || !sum || !sum->isAdditiveOp())
      return nullptr;
    isMinus = sum->getOpcode() == BO_Sub;
    return sum->getRHS();
  }
};

} // namespace

OutlineResult outlineLayer(const Program &program, const ParsedSources &sources,
                           const Parallelism &facts, const MacroTaskGraph &graph,
                           const PlannedLayer &plan, const std::string &symbol) {
  return Outliner(program, sources, facts, graph, plan).run(symbol);
}

} // namespace kasuri
