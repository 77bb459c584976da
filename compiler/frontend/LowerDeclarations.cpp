// Declarations: objects and functions linked by name and linkage, and initialisers as stores.
//
// An external object or function is one thing in all units; an internal one belongs to its unit. An
// initialiser that leaves members out stores the whole object first.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

/// Elements of an initialiser beyond this many are stored to an element that is not known.
constexpr unsigned mostInitialisers = 4096;

FileId ProgramBuilder::mainFile(const std::string &path) {
  const FileId file(program.files.size());
  program.files.push_back({path, true, false});
  fileOf.emplace(path, file);
  return file;
}

FileId ProgramBuilder::header(const std::string &path, bool isSystem) {
  auto [place, isNew] = fileOf.emplace(path, FileId(program.files.size()));
  if (isNew)
    program.files.push_back({path, false, isSystem});
  return place->second;
}

RegionId ProgramBuilder::newRegion(Region::Kind kind, RegionId parent, FunctionId function) {
  Region region;
  region.kind = kind;
  region.parent = parent;
  region.function = function;
  program.regions.push_back(region);
  return RegionId(program.regions.size() - 1);
}

ObjectId ProgramBuilder::newObject(Object object) {
  program.objects.push_back(std::move(object));
  return ObjectId(program.objects.size() - 1);
}

UnitLowering::UnitLowering(ProgramBuilder &builder, ASTUnit &unit, size_t unitIndex, FileId file,
                           const SourceInput &input, PragmaTexts &pragmas)
    : builder(builder), program(builder.program), unit(unit), context(unit.getASTContext()),
      sources(unit.getSourceManager()), unitIndex(unitIndex), mainFile(file), input(input),
      pragmas(pragmas) {}

ObjectId UnitLowering::temporary(QualType type, const std::string &name,
                                 clang::SourceLocation where, Object::Kind kind) {
  Object object;
  object.kind = kind;
  object.location = locate(where);
  object.name = name;
  if (kind == Object::Kind::Heap)
    object.name +=
        "@" + std::to_string(object.location.line) + ":" + std::to_string(object.location.column);
  object.type = typeOf(type);
  object.isArray = type->isArrayType();
  object.isConst = kind == Object::Kind::String;
  object.owner = kind == Object::Kind::String ? FunctionId() : function;
  object.scope = scope;
  object.addressTaken = kind == Object::Kind::String;
  object.typeText = type.getAsString(context.getPrintingPolicy());
  return builder.newObject(object);
}

static Object::Kind kindOf(const VarDecl *variable) {
  if (isa<ParmVarDecl>(variable))
    return Object::Kind::Parameter;
  if (variable->isStaticLocal())
    return Object::Kind::Static;
  return variable->hasLocalStorage() ? Object::Kind::Local : Object::Kind::Global;
}

/// The linker gives out such objects under other names, and assembly may.
bool UnitLowering::isReachedUnseen(const VarDecl *variable) const {
  llvm::StringRef name = variable->getName();
  bool hasAttribute = false;
  for (const VarDecl *each : variable->redecls())
    hasAttribute |= each->hasAttr<SectionAttr>() || each->hasAttr<UsedAttr>() ||
                    each->hasAttr<RetainAttr>() || each->hasAttr<AliasAttr>();
  return hasAttribute || name.starts_with("__start_") || name.starts_with("__stop_") ||
         aliased.contains(name.str());
}

/// Names that an alias attribute of this unit gives a second name to.
void UnitLowering::findAliased() {
  for (const Decl *declaration : context.getTranslationUnitDecl()->decls())
    if (const auto *alias = declaration->getAttr<AliasAttr>())
      aliased.insert(alias->getAliasee().str());
}

/// Where the variable is defined, be it by `int x;` behind `extern int x;`; nullptr: elsewhere.
static const VarDecl *definitionOf(const VarDecl *variable) {
  if (const VarDecl *definition = variable->getDefinition())
    return definition;
  for (const VarDecl *each : variable->redecls())
    if (const VarDecl *acting = const_cast<VarDecl *>(each)->getActingDefinition())
      return acting;
  return nullptr;
}

ObjectId UnitLowering::objectFor(const VarDecl *variable) {
  const VarDecl *canonical = variable->getCanonicalDecl();
  if (auto found = builder.objectOf.find(canonical); found != builder.objectOf.end())
    return found->second;
  bool isExternal = canonical->hasExternalFormalLinkage();
  const std::string name = canonical->getNameAsString();
  const VarDecl *definition = canonical->hasGlobalStorage() ? definitionOf(canonical) : nullptr;
  if (isExternal)
    if (auto found = builder.externalObjects.find(name); found != builder.externalObjects.end()) {
      Object &object = program[found->second];
      object.isDefined |= definition != nullptr;
      object.isVolatile |= canonical->getType().isVolatileQualified();
      object.isConst &= context.getBaseElementType(canonical->getType()).isConstQualified();
      if (object.type.size == 0 && definition)
        object.type = typeOf(definition->getType());
      return builder.objectOf[canonical] = found->second;
    }
  QualType type = (definition ? definition : canonical)->getType();
  Object object;
  object.kind = kindOf(canonical);
  object.name = name;
  object.typeText = type.getAsString(context.getPrintingPolicy());
  object.type = typeOf(type);
  object.isArray = type->isArrayType();
  if (type->isPointerType())
    object.pointeeSize =
        static_cast<int64_t>(std::max<uint64_t>(1, sizeOf(type->getPointeeType())));
  object.owner = canonical->isLocalVarDeclOrParm() ? function : FunctionId();
  object.scope = scope;
  object.isDefined = !canonical->hasGlobalStorage() || definition != nullptr;
  object.isExternallyVisible = isExternal && canonical->hasGlobalStorage();
  object.isReachedUnseen = canonical->hasGlobalStorage() && isReachedUnseen(canonical);
  QualType element = context.getBaseElementType(type);
  object.isVolatile = type.isVolatileQualified() || element.isVolatileQualified();
  object.isConst = element.isConstQualified();
  object.isRestrict = type.isRestrictQualified();
  object.isThreadLocal = canonical->getTLSKind() != VarDecl::TLS_None;
  object.location = locate(canonical->getLocation());
  ObjectId id = builder.newObject(object);
  builder.objectOf[canonical] = id;
  if (object.isExternallyVisible)
    builder.externalObjects[name] = id;
  builder.sources.variableOf[id] = definition ? definition : canonical;
  return id;
}

ObjectId UnitLowering::objectFor(const FunctionDecl *declaration) {
  const FunctionDecl *canonical = declaration->getCanonicalDecl();
  if (auto found = builder.functionObjectOf.find(canonical);
      found != builder.functionObjectOf.end())
    return found->second;
  bool isExternal = canonical->hasExternalFormalLinkage();
  const std::string key = symbolOf(canonical) + "()";
  if (isExternal)
    if (auto found = builder.externalObjects.find(key); found != builder.externalObjects.end())
      return builder.functionObjectOf[canonical] = found->second;
  Object object;
  object.kind = Object::Kind::Function;
  object.name = symbolOf(canonical);
  object.function = definitionFor(canonical);
  object.isDefined = object.function.valid();
  object.isExternallyVisible = isExternal;
  object.location = locate(canonical->getLocation());
  ObjectId id = builder.newObject(object);
  builder.functionObjectOf[canonical] = id;
  if (isExternal)
    builder.externalObjects[key] = id;
  return id;
}

void UnitLowering::lowerBodies() {
  for (const Decl *declaration : context.getTranslationUnitDecl()->decls()) {
    if (const auto *variable = dyn_cast<VarDecl>(declaration)) {
      objectFor(variable);
      if (variable->hasInit())
        lowerInitialiser(variable);
    } else if (const auto *callee = dyn_cast<FunctionDecl>(declaration)) {
      if (callee->doesThisDeclarationHaveABody())
        lowerFunction(callee);
    }
  }
}

/// What the parameters' types spell out is evaluated on entry.
void UnitLowering::lowerParameterSizes(const FunctionDecl *declaration, RegionId body) {
  for (const ParmVarDecl *parameter : declaration->parameters()) {
    QualType type = parameter->getOriginalType();
    if (!type->isVariablyModifiedType())
      continue;
    RegionId entry = open(Region::Kind::Block, body, nullptr);
    program[body].children.push_back(entry);
    program[entry].inMainFile = false; // no statement that could be moved
    program[entry].location = program[entry].end = locate(parameter->getLocation());
    block = entry;
    lowerTypeSizes(type);
  }
}

/// False with a diagnostic if nothing should walk it.
bool UnitLowering::measure(const Stmt *root, clang::SourceLocation where) {
  extent = extentOf(root);
  if (extent.nested <= mostNested)
    return true;
  builder.problems.emplace_back(locate(where),
                                "nested more than " + std::to_string(mostNested) + " levels deep");
  return false;
}

void UnitLowering::lowerFunction(const FunctionDecl *declaration) {
  function = builder.definitionOf[declaration->getCanonicalDecl()];
  bool isOrdinary = definitionFor(declaration) == function;
  program[function].object = isOrdinary ? objectFor(declaration) : objectOfBody(function);
  scope = RegionId();
  nested.clear();
  lengths.clear();
  for (const ParmVarDecl *parameter : declaration->parameters()) {
    ObjectId object = objectFor(parameter);
    program[function].parameters.push_back(object);
  }
  const bool isSane = measure(declaration->getBody(), declaration->getLocation());
  program[function].isTooLarge = extent.parts > builder.mostParts ||
                                 extent.loops > mostNestedLoops || extent.gotos > mostGotos;
  std::string reason =
      !isSane || program[function].isTooLarge ? "its size" : irregularity(declaration->getBody());
  gotos = reason.empty() ? findGotoRanges(declaration->getBody()) : GotoRanges();
  RegionId body = open(reason.empty() ? Region::Kind::Sequence : Region::Kind::Opaque, RegionId(),
                       declaration->getBody());
  program[function].body = body;
  program[body].obstacle = reason;
  RegionId previous = scope;
  scope = body;
  lowerParameterSizes(declaration, body);
  if (isSane)
    lowerChildren(cast<CompoundStmt>(declaration->getBody()), body, false);
  if (!nested.empty()) { // in a place that no statement owns up to
    program[body].kind = Region::Kind::Opaque;
    program[body].obstacle = "control flow inside an expression";
  }
  lowerNested(body);
  scope = previous;
  function = FunctionId();
}

void UnitLowering::lowerInitialiser(const VarDecl *variable) {
  RegionId previous = block;
  FunctionId owner = function;
  block = program.initialisers;
  function = FunctionId();
  ValueId place = variableAddress(variable, variable->getLocation());
  if (measure(variable->getInit(), variable->getLocation()))
    storeInitialiser(place, variable->getInit(), variable->getType());
  block = previous;
  function = owner;
}

/// An array keeps its length, whatever becomes of the variables that it was computed from.
void UnitLowering::keepLength(const Expr *length) {
  const QualType type = context.getPointerDiffType();
  const clang::SourceLocation where = length->getExprLoc();
  const ValueId value = convert(rvalue(length), length->getType(), type, where);
  ObjectId &object = lengths[length];
  if (!object.valid())
    object = temporary(type, "", where, Object::Kind::Local);
  Instruction place = make(Op::Address, context.VoidPtrTy, where);
  place.object = object;
  add(make(Op::Store, type, where, {add(place), value}));
}

/// Evaluates the sizes that the type spells out; those of a typedef were, where it stands.
void UnitLowering::lowerTypeSizes(QualType type) {
  while (type->isVariablyModifiedType() && !isa<TypedefType>(type.getTypePtr())) {
    if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr())) {
      const auto *variable = dyn_cast<VariableArrayType>(array);
      if (variable && variable->getSizeExpr())
        keepLength(variable->getSizeExpr());
      type = array->getElementType();
    } else if (const auto *pointer = dyn_cast<PointerType>(type.getTypePtr())) {
      type = pointer->getPointeeType();
    } else if (const auto *decayed = dyn_cast<DecayedType>(type.getTypePtr())) {
      type = decayed->getOriginalType();
    } else if (const auto *callee = dyn_cast<FunctionType>(type.getTypePtr())) {
      type = callee->getReturnType();
    } else if (const auto *same = dyn_cast<TypeOfExprType>(type.getTypePtr())) {
      const Expr *expression = same->getUnderlyingExpr();
      expression->isPRValue() ? rvalue(expression) : address(expression);
      return;
    } else {
      QualType spelt = type.getSingleStepDesugaredType(context);
      if (spelt == type)
        return;
      type = spelt;
    }
  }
}

void UnitLowering::lowerDeclarations(const DeclStmt *declarations) {
  for (const Decl *declaration : declarations->decls())
    if (const auto *variable = dyn_cast<VarDecl>(declaration))
      declareLocal(variable);
    else if (const auto *name = dyn_cast<TypedefNameDecl>(declaration))
      lowerTypeSizes(name->getUnderlyingType());
}

void UnitLowering::declareLocal(const VarDecl *variable) {
  if (variable->hasExternalStorage()) {
    objectFor(variable);
    return;
  }
  ObjectId object = objectFor(variable);
  if (variable->hasAttr<CleanupAttr>()) { // a call that no statement shows
    program[object].addressTaken = true;
    Instruction place = make(Op::Address, context.VoidPtrTy, variable->getLocation());
    place.object = object;
    const FunctionDecl *called = variable->getAttr<CleanupAttr>()->getFunctionDecl();
    Instruction clobber = make(Op::Clobber, context.VoidTy, variable->getLocation());
    clobber.operands = {add(place), functionAddress(called, variable->getLocation())};
    add(clobber);
  }
  lowerTypeSizes(variable->getType());
  if (!variable->hasInit())
    return;
  if (variable->isStaticLocal())
    return lowerInitialiser(variable);
  Instruction place = make(Op::Address, context.VoidPtrTy, variable->getLocation());
  place.object = object;
  storeInitialiser(add(place), variable->getInit(), variable->getType());
}

void UnitLowering::storeInitialiser(ValueId address, const Expr *initialiser, QualType type) {
  initialiser = initialiser->IgnoreParens();
  if (const auto *wrapper = dyn_cast<FullExpr>(initialiser))
    initialiser = wrapper->getSubExpr()->IgnoreParens();
  if (const auto *literal = dyn_cast<CompoundLiteralExpr>(initialiser))
    initialiser = literal->getInitializer();
  const auto *list = dyn_cast<InitListExpr>(initialiser);
  bool hasParts = type->isArrayType() || type->isRecordType(); // vectors are stored whole
  clang::SourceLocation where = initialiser->getExprLoc();
  if (hasParts && (list || isa<StringLiteral, ImplicitValueInitExpr>(initialiser))) {
    ValueId zero = add(make(Op::Opaque, type, where));
    Instruction clear = make(Op::Store, type, where, {address, zero});
    add(clear);
    if (list)
      storeInitialiserList(address, list, type);
    return;
  }
  if (list && list->getNumInits() == 1 && !type->isVectorType())
    initialiser = list->getInit(0);
  ValueId value = initialiser->isPRValue() ? rvalue(initialiser) : this->address(initialiser);
  if (!value.valid())
    value = add(make(Op::Opaque, type, where));
  Instruction stored = make(Op::Store, type.getUnqualifiedType(), where, {address, value});
  stored.isVolatile = type.isVolatileQualified();
  add(stored);
}

void UnitLowering::storePart(const Expr *part, const Instruction &place, QualType type) {
  bool isNothing = isa<ImplicitValueInitExpr, NoInitExpr>(part);
  bool isFloat = !function.valid() && part->getType()->isRealFloatingType();
  if (!isNothing && !isFloat)
    storeInitialiser(add(place), part, type);
}

/// Beside those that are stored with it.
void UnitLowering::storeBitField(const Expr *part, const Instruction &place) {
  if (isa<ImplicitValueInitExpr, NoInitExpr>(part))
    return;
  ValueId value = rvalue(part);
  Instruction stored = make(Op::Store, part->getType(), part->getExprLoc(), {add(place), value});
  stored.partial = true;
  stored.type.size = place.extent;
  add(stored);
}

/// Stores each element; those of a range have one initialiser, which is evaluated once and stored
/// to some element, as are all elements of long lists beyond the limit.
void UnitLowering::storeElements(ValueId address, const InitListExpr *list,
                                 const ArrayType *array) {
  QualType type = array->getElementType();
  clang::SourceLocation where = list->getBeginLoc();
  bool isStatic = !function.valid(), isNumber = type->isArithmeticType();
  if (isStatic && isNumber && (!type->isIntegerType() || sizeOf(type) < program.pointerBytes))
    return; // constants without pointers: the analyses ask for nothing in them
  auto hasNoPointer = [&](const Expr *part) {
    Expr::EvalResult folded;
    return isStatic && isNumber && part->EvaluateAsInt(folded, context);
  };
  Instruction place = make(Op::Element, context.VoidPtrTy, where);
  place.number = static_cast<int64_t>(sizeOf(type));
  if (const auto *known = dyn_cast<ConstantArrayType>(array))
    place.extent = known->getSize().getZExtValue();
  ValueId some;
  for (unsigned i = 0, next; i < list->getNumInits(); i = next) {
    const Expr *part = list->getInit(i);
    for (next = i + 1; next < list->getNumInits() && list->getInit(next) == part;)
      ++next;
    bool isOne = next == i + 1 && i < mostInitialisers;
    if (hasNoPointer(part))
      continue;
    if (!isOne && !some.valid())
      some = add(make(Op::Opaque, context.LongTy, where));
    place.operands = {address, isOne ? constant(i, context.LongTy, where) : some};
    storePart(part, place, type);
  }
}

bool UnitLowering::storeInitialiserList(ValueId address, const InitListExpr *list, QualType type) {
  if (list->isSemanticForm() || !list->getSemanticForm()) {
  } else {
    list = list->getSemanticForm();
  }
  if (const auto *array = context.getAsArrayType(type)) {
    storeElements(address, list, array);
    return true;
  }
  const auto *record = type->getAsRecordDecl();
  if (!record)
    return false;
  unsigned position = 0;
  for (const FieldDecl *field : record->fields()) {
    if (field->isUnnamedBitField())
      continue;
    if (record->isUnion())
      field = list->getInitializedFieldInUnion();
    if (position >= list->getNumInits() || !field)
      break;
    Instruction place = make(Op::Field, context.VoidPtrTy, list->getBeginLoc(), {address});
    const ByteRange bytes = bytesOf(field);
    place.number = static_cast<int64_t>(bytes.first);
    place.extent = bytes.size;
    const Expr *part = list->getInit(position++);
    if (field->isBitField())
      storeBitField(part, place);
    else
      storePart(part, place, field->getType());
    if (record->isUnion())
      break;
  }
  return true;
}

} // namespace kasuri
