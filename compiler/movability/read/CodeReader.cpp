// A task's text is the source's own, but for references to variables that must stay shared: these
// are captured by address and their names become `(*name)`, as pieces of text at the places that
// Clang names. Scalars that a task only reads are captured by value under their own name and need
// no change. A reference that stands inside a macro's body cannot be rewritten, a type declared
// inside the function cannot be named outside, and a few constructs mean something else in another
// function: these leave a layer as it is, with the reason.
#include "movability/read/CodeReader.h"

#include <algorithm>
#include <utility>

namespace kasuri {

using namespace clang;

std::map<const VarDecl *, ObjectId> objectsOf(const ParsedSources &sources) {
  std::map<const VarDecl *, ObjectId> objects;
  for (const auto &[object, variable] : sources.variableOf)
    objects.emplace(variable->getCanonicalDecl(), object);
  return objects;
}

FunctionCode::FunctionCode(const ReadingContext &known, const SourceText &source, FunctionId id)
    : program(known.program), sources(known.sources), facts(known.facts), source(source),
      clones(known.clones), id(id), declaration(*sources.functionOf.at(id)),
      unit(*sources.units[sources.unitOf.at(id)]), context(unit.getASTContext()),
      manager(unit.getSourceManager()), objects(known.objects) {
  if (contractsProducts(context))
    contraction.emplace(declaration, context);
  readPlace();
  for (RegionId arm : facts.memoryExits)
    if (program[arm].function == id)
      made.exits.push_back({sources.wrapped.at(arm).first, sources.wrapped.at(arm).second});
}

kasuri::SourceLocation FunctionCode::place(clang::SourceLocation location) const {
  const bool hasLineDirectives = sources.hasLineDirectives[sources.unitOf.at(id)];
  PresumedLoc presumed =
      manager.getPresumedLoc(manager.getExpansionLoc(location), hasLineDirectives);
  if (presumed.isInvalid())
    return {};
  return {program[id].location.file, presumed.getLine(), presumed.getColumn()};
}

void FunctionCode::readPlace() {
  const clang::SourceLocation begin = declaration.getBeginLoc();
  const auto refuse = [&](const std::string &what) {
    if (!made.refusal)
      made.refusal = Refusal{what, place(begin)};
  };
  if (begin.isMacroID() || !program[id].inMainFile)
    refuse("a function that a macro or a header defines");
  if (declaration.isInlineSpecified() && declaration.getStorageClass() != SC_Static)
    refuse("code in an inline function with external linkage");
  if (declaration.hasAttr<TargetAttr>() || declaration.hasAttr<TargetClonesAttr>())
    refuse("code with a target attribute");
  if (sources.hasFunctionOptions[sources.unitOf.at(id)])
    refuse("code in a file with an optimize attribute");
  if (holdsMarks(source.all()))
    refuse("code in a file with control characters");
  for (const Attr *attribute : declaration.attrs())
    if (!attribute->isImplicit() && attribute->getLocation().isValid() &&
        source.offsetOf(attribute->getLocation()) < source.offsetOf(begin))
      refuse("a function with a leading attribute");
  made.begin = source.offsetOf(begin);
  made.bodyBegin = source.offsetOf(declaration.getBody()->getBeginLoc());
  if (source.hasAttributeBefore(made.begin))
    refuse("a function with a leading attribute");
  if (!made.refusal)
    made.prototype = prototypeText();
}

/// "" if it cannot be written.
std::string FunctionCode::prototypeText() const {
  std::string head = source.text({made.begin, made.bodyBegin});
  bool isOldStyle = !declaration.hasPrototype() && !declaration.param_empty();
  if (isOldStyle || head.find_first_of("{#;") != std::string::npos)
    return "";
  head = llvm::StringRef(head).rtrim().str();
  return ofSource(head + (head.find("//") == std::string::npos ? ";\n" : "\n;\n"));
}

bool FunctionCode::isInHead(clang::SourceLocation location) const {
  if (location.isInvalid() ||
      manager.getFileID(manager.getExpansionLoc(location)) != manager.getMainFileID())
    return false;
  unsigned offset = source.offsetOf(location);
  return made.begin <= offset && offset < made.bodyBegin;
}

/// `T T = 0;` makes the type's name something else for what is printed behind it.
std::optional<HiddenType> FunctionCode::hidingOf(const Decl *type) {
  const auto [entry, isNew] = hidden.try_emplace(type);
  size_t number = 0;
  for (const Decl *each : declaration.decls()) {
    const auto *local = dyn_cast<NamedDecl>(each);
    if (isNew && !entry->second && local && local != type &&
        isa<TagDecl>(local) == isa<TagDecl>(type) && local->getDeclName() &&
        local->getDeclName() == cast<NamedDecl>(type)->getDeclName())
      entry->second = HiddenType{number, place(local->getLocation())};
    ++number;
  }
  return entry->second;
}

ObjectId FunctionCode::objectOf(const VarDecl *variable) const {
  const auto found = objects.find(variable->getCanonicalDecl());
  return found == objects.end() ? ObjectId() : found->second;
}

size_t FunctionCode::numberOf(const VarDecl *variable) {
  const auto [entry, isNew] = numbers.try_emplace(variable, made.variables.size());
  if (isNew) {
    made.variables.emplace_back();
    CodeRecord record;
    MovableVariable read = CodeReader(*this, record).readVariable(variable);
    made.variables[entry->second] = std::move(read);
  }
  return entry->second;
}

void CodeReader::refuse(const std::string &what, clang::SourceLocation location) {
  if (std::exchange(record.isRefused, true))
    return;
  Demand made;
  made.stage = record.stage;
  made.refusal = {what, function.place(location)};
  record.code.demands.push_back(std::move(made));
}

void CodeReader::refuseProduct(clang::SourceLocation location) {
  refuse("a product that may be fused with the addition", location);
}

/// A refusal of some layers.
void CodeReader::demand(Demand::Kind kind, const VarDecl *variable, const std::string &what,
                        clang::SourceLocation location) {
  Demand made;
  made.kind = kind;
  made.stage = record.stage;
  made.variable = variable ? function.numberOf(variable) : 0;
  made.refusal = {what, function.place(location)};
  record.code.demands.push_back(std::move(made));
}

void CodeReader::capture(const VarDecl *variable, bool isShared, bool isOfTask) {
  Demand made;
  made.kind = Demand::Kind::Captured;
  made.stage = record.stage;
  made.variable = function.numberOf(variable);
  made.isShared = isShared;
  made.isOfTask = isOfTask;
  record.code.demands.push_back(std::move(made));
}

/// Of those in any layer.
std::optional<Refusal> CodeReader::firstRefusal() const {
  for (const Demand &each : record.code.demands)
    if (each.kind == Demand::Kind::Refused)
      return each.refusal;
  return std::nullopt;
}

/// The whole statement; refuses what ends inside a macro, or between an #if and its #endif.
TextRange CodeReader::rangeOf(const Stmt *statement) {
  std::optional<TextRange> range = source.statement(statement);
  if (!range)
    refuse("a statement that ends inside a macro", statement->getEndLoc());
  else if (!source.file().hasWholeConditionals(*range))
    refuse("part of an #if block", statement->getBeginLoc());
  return range.value_or(TextRange{});
}

TextRange CodeReader::expressionRange(const Expr *expression) {
  std::optional<TextRange> range = source.exactly(expression->getSourceRange());
  if (!range)
    refuse("an expression from a macro", expression->getBeginLoc());
  else if (!source.file().hasWholeConditionals(*range))
    refuse("part of an #if block", expression->getBeginLoc());
  return range.value_or(TextRange{});
}

std::optional<TextRange> CodeReader::rangeOutsideMacros(const Expr *expression) const {
  SourceRange range = expression->getSourceRange();
  if (range.getBegin().isMacroID() || range.getEnd().isMacroID())
    return std::nullopt;
  const std::optional<TextRange> found = source.exactly(range);
  return found && source.file().hasWholeConditionals(*found) ? found : std::nullopt;
}

std::string CodeReader::textOf(const Expr *expression) {
  TextRange range = expressionRange(expression);
  std::vector<TextEdit> edits;
  for (const TextEdit &edit : record.headNames)
    if (range.begin <= edit.range.begin && edit.range.end <= range.end)
      edits.push_back(edit);
  return record.isRefused ? "" : ofSource(source.text(range, edits));
}

std::string CodeReader::linesOf(TextRange range) const {
  return std::string(source.lineOf(range.end) - source.lineOf(range.begin), '\n');
}

/// The variable's name, which is declared again in tasks.
std::string CodeReader::nameOf(const VarDecl *variable) {
  checkTypes(variable);
  return variable->getNameAsString();
}

void CodeReader::checkTypes(const VarDecl *variable) {
  for (const Decl *type : namedTypes(variable->getType()))
    checkVisible(type, variable->getLocation());
}

/// The function itself gets a prototype; a type that its head defines stays unknown before it.
void CodeReader::checkVisible(const Decl *declaration, clang::SourceLocation location) {
  const auto *type = dyn_cast<TagDecl>(declaration);
  const Decl *definition = type ? type->getDefinition() : nullptr;
  bool isHere = function.isInHead(declaration->getCanonicalDecl()->getLocation()) ||
                (definition && function.isInHead(definition->getLocation()));
  if (!isHere)
    return;
  if (!isa<FunctionDecl>(declaration))
    refuse("a type defined in the function's own declaration", location);
  else if (function.made.prototype.empty())
    refuse("the function itself, which has no earlier declaration", location);
  else
    demand(Demand::Kind::Prototype, nullptr, "", location);
}

std::string CodeReader::declaration(QualType type, const std::string &name) {
  for (const Decl *each : namedTypes(type)) {
    const std::optional<HiddenType> hidden = function.hidingOf(each);
    std::optional<HiddenType> &first = record.code.hidden;
    if (hidden && (!first || hidden->declaration < first->declaration))
      first = hidden;
  }
  std::string text = name;
  type.getAsStringInternal(text, context.getPrintingPolicy());
  return text;
}

std::string CodeReader::typeText(QualType type) { return declaration(type, ""); }

/// A value that nobody reads, but that quietens compilers which cannot see that.
std::string CodeReader::ownCopy(const VarDecl *variable) {
  QualType type = variable->getType().getUnqualifiedType();
  if (!isNameable(type) || variable->hasAttr<AlignedAttr>())
    refuse("a private variable of this type", variable->getLocation());
  return declaration(type, nameOf(variable)) + (type->isScalarType() ? " = 0" : "");
}

void CodeReader::addOwn(const VarDecl *variable) {
  if (!record.own.insert(variable).second)
    return;
  record.code.own.push_back(function.numberOf(variable));
  record.code.parts.privates.push_back(ownCopy(variable));
  record.code.parts.privateNames.push_back(nameOf(variable));
}

std::string CodeReader::arrayOfParts(QualType type, const std::string &member) {
  return declaration(type, member) + "[" + partsMark + "]";
}

/// What is printed around the text declares names of this kind.
void CodeReader::checkForeignNames(const Uses &uses) {
  auto check = [&](const Decl *each, clang::SourceLocation location) {
    const auto *known = dyn_cast<NamedDecl>(each);
    if (known && known->getIdentifier() && known->getName().starts_with("ks_"))
      refuse("a name that begins with 'ks_'", location);
  };
  for (const DeclRefExpr *reference : uses.references)
    check(reference->getDecl(), reference->getLocation());
  for (const auto &[declaration, location] : uses.outer)
    check(declaration, location);
  for (const Decl *declaration : uses.declared)
    check(declaration, declaration->getLocation());
}

bool CodeReader::isAddressTaken(const VarDecl *variable) const {
  const ObjectId object = function.objectOf(variable);
  return !object.valid() || program[object].addressTaken;
}

/// Nothing but its name leads to it.
bool CodeReader::isCopiable(const VarDecl *variable) const {
  const QualType type = variable->getType();
  return variable->hasLocalStorage() && type->isScalarType() && !type.isVolatileQualified() &&
         !isAddressTaken(variable);
}

MovableVariable CodeReader::readVariable(const VarDecl *variable) {
  const QualType type = variable->getType();
  MovableVariable read;
  read.capture.object = function.objectOf(variable);
  read.capture.name = variable->getNameAsString();
  read.where = function.place(variable->getLocation());
  if (!declareAgain(type, read.capture) || type.isVolatileQualified())
    refuse("a variable whose type has no name outside the function", variable->getLocation());
  const QualType list = context.getBuiltinVaListType();
  if (list->isArrayType() && ASTContext::hasSameType(type, context.getArrayDecayedType(list)))
    refuse("a parameter of type va_list", variable->getLocation());
  checkTypes(variable);
  read.refusal = firstRefusal();
  if (variable->getStorageClass() == SC_Register && !isCopiable(variable))
    read.whenShared = Refusal{"a register variable", read.where};
  if (read.capture.lengths.empty() && isCopiable(variable))
    read.copy = copyOf(variable);
  read.hidden = record.code.hidden;
  if (function.contraction) {
    read.handsProducts = function.contraction->handsProducts(variable);
    read.sumsProducts = function.contraction->sumsProducts(variable);
  }
  return read;
}

OutlinedCopy CodeReader::copyOf(const VarDecl *variable) {
  using Start = OutlinedCopy::Start;
  const QualType type = variable->getType().getUnqualifiedType();
  OutlinedCopy made;
  made.name = variable->getNameAsString();
  made.declaration = declaration(type, made.name);
  made.isStoredBack = !variable->getType().isConstQualified();
  const bool hasValue = isa<ParmVarDecl>(variable) || variable->hasInit();
  made.start = hasValue ? Start::Value : type->isBooleanType() ? Start::Bytes : Start::Perhaps;
  return made;
}

/// As `double (*a)[ks_a_0]` for `double (*a)[n]`, since n may have changed since; and as a pointer
/// to that. False if what pointers and arrays lead to in the end has no name outside the function.
bool CodeReader::declareAgain(QualType type, Capture &made) {
  std::string left, right, place = made.name;
  bool isPointer = false;
  if (const auto *parameter = type->getAs<DecayedType>())
    type = parameter->getDecayedType(); // `double a[n]` is a pointer, whatever n is
  while (type->isVariablyModifiedType()) {
    const ArrayType *array = context.getAsArrayType(type);
    if (isa<TypedefType>(type.getTypePtr()) || (!array && !type->isPointerType()))
      return false;
    if (!array) {
      left = "*" + left;
      place = "(*" + place + ")";
      type = type->getPointeeType();
      isPointer = true;
      continue;
    }
    if (std::exchange(isPointer, false)) {
      left = "(" + left;
      right += ")";
    }
    if (const auto *fixed = dyn_cast<ConstantArrayType>(array)) {
      right += "[" + std::to_string(fixed->getSize().getZExtValue()) + "]";
    } else {
      const std::string length = "ks_" + made.name + "_" + std::to_string(made.lengths.size());
      made.lengths.emplace_back(length, "sizeof " + place + " / sizeof " + place + "[0]");
      right += "[" + length + "]";
    }
    place += "[0]";
    type = array->getElementType();
  }
  if (!isNameable(type))
    return false;
  const bool isPlain = made.lengths.empty();
  made.valueType = isPlain ? declaration(type.getUnqualifiedType(), made.name)
                           : declaration(type, left + made.name + right);
  made.sharedType = isPlain ? declaration(context.getPointerType(type), made.name)
                            : declaration(type, left + "(*" + made.name + ")" + right);
  return true;
}

/// What is written at which place, as macros' arguments may be several times.
struct CodeReader::Written {
  std::map<unsigned, std::vector<const DeclRefExpr *>> references;
  std::map<unsigned, clang::SourceLocation> others;
};

CodeReader::Written CodeReader::writtenIn(const Uses &uses) const {
  Written written;
  for (const DeclRefExpr *each : uses.references)
    if (const std::optional<unsigned> offset = source.writtenAt(each->getLocation()))
      written.references[*offset].push_back(each);
  for (clang::SourceLocation each : uses.otherNames)
    if (const std::optional<unsigned> offset = source.writtenAt(each))
      written.others.emplace(*offset, each);
  return written;
}

/// Why a reference cannot become `(*name)`: a macro that uses its argument twice may name two
/// things by it, and a change would hit both.
std::optional<Refusal> CodeReader::refusalOfName(const DeclRefExpr *reference,
                                                 const std::optional<TextRange> &range,
                                                 const Written &written) const {
  const auto refusal = [&](const std::string &what, clang::SourceLocation location) {
    return Refusal{what, function.place(location)};
  };
  if (!range)
    return refusal("'" + reference->getDecl()->getNameAsString() + "' inside a macro",
                   reference->getLocation());
  if (auto found = written.references.find(range->begin); found != written.references.end())
    for (const DeclRefExpr *other : found->second)
      if (other->getDecl() != reference->getDecl())
        return refusal("a macro's argument that names two variables", other->getLocation());
  if (auto found = written.others.find(range->begin); found != written.others.end())
    return refusal("a macro's argument that names two things", found->second);
  return std::nullopt;
}

/// Of what the code names; in the parts of a loop's head, which a task evaluates, the names are
/// marked.
void CodeReader::collectCaptures(const Uses &uses, bool isInText) {
  const Written written = writtenIn(uses);
  for (const DeclRefExpr *reference : uses.references) {
    const auto *variable = cast<VarDecl>(reference->getDecl());
    if (record.own.contains(variable) || uses.declared.contains(variable) || isReplaced(reference))
      continue;
    bool isScalar = !variable->getType()->isArrayType() && !variable->getType()->isRecordType();
    const std::optional<TextRange> range = source.name(reference);
    Demand made;
    made.kind = Demand::Kind::Named;
    made.stage = record.stage;
    made.variable = function.numberOf(variable);
    made.isShared = !isScalar || !uses.isOnlyRead(variable);
    made.isInText = isInText && range;
    made.range = range.value_or(TextRange{});
    made.refusal = refusalOfName(reference, range, written).value_or(Refusal{});
    if (!isInText && range)
      record.headNames.push_back({*range, made.isShared
                                              ? "(*" + variable->getNameAsString() + ")"
                                              : nameMark(made.variable, source.text(*range))});
    record.code.demands.push_back(std::move(made));
  }
}

void CodeReader::replaceName(const Expr *lvalue, unsigned subscripts, const std::string &by) {
  const Expr *named = arrayNamedIn(lvalue, subscripts);
  std::optional<TextRange> range = named ? rangeOutsideMacros(named) : std::nullopt;
  if (!range)
    return refuse("a name of this form", lvalue->getExprLoc());
  record.replaced.push_back(*range);
  record.code.edits.push_back({*range, by});
}

bool CodeReader::isReplaced(const DeclRefExpr *reference) const {
  unsigned offset = source.offsetOf(reference->getLocation());
  return std::any_of(record.replaced.begin(), record.replaced.end(), [&](const TextRange &range) {
    return range.begin <= offset && offset < range.end;
  });
}

std::optional<CodeReader::NamedPlace> CodeReader::namePlace(const Place &place) {
  const auto *lvalue = cast<Expr>(sources.expressionOf.at(place.accesses.front()));
  std::optional<TextRange> range = rangeOutsideMacros(lvalue);
  QualType type = lvalue->getType().getUnqualifiedType();
  if (range && isNameable(type))
    return NamedPlace{lvalue, type, ofSource(source.text(*range))};
  refuse("this form of '" + place.name + "'", lvalue->getExprLoc());
  return std::nullopt;
}

/// What the task has for itself under a name is another thing where the size was computed.
std::string CodeReader::bytesOf(ValueId allocation) {
  const std::set<const VarDecl *> own = std::exchange(record.own, {});
  std::string bytes;
  for (const Expr *argument : cast<CallExpr>(sources.expressionOf.at(allocation))->arguments()) {
    if (argument->HasSideEffects(context))
      refuse("a size with side effects", argument->getExprLoc());
    checkNames(findUses(argument));
    collectCaptures(findUses(argument), false);
    bytes += (bytes.empty() ? "(ks_size)(" : " * (ks_size)(") + textOf(argument) + ")";
  }
  record.own = own;
  return bytes;
}

void CodeReader::checkNames(const Uses &uses) {
  if (!uses.obstacle.empty())
    refuse(uses.obstacle, uses.where);
  for (const DeclRefExpr *reference : uses.references)
    for (const Decl *other : function.declaration.decls())
      if (const auto *named = dyn_cast<VarDecl>(other);
          named && named != reference->getDecl() &&
          named->getDeclName() == reference->getDecl()->getDeclName())
        refuse("a name that is declared twice", named->getLocation());
}

} // namespace kasuri
