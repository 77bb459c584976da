// Declarations: objects and functions linked by name and linkage.
//
// An external object or function is one thing in all units; an internal one belongs to its unit.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

static void declareLocal(UnitContext &unit, const VarDecl *variable);
static void lowerFunction(UnitContext &unit, const FunctionDecl *declaration);

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

ObjectId temporary(UnitContext &unit, QualType type, const std::string &name,
                   clang::SourceLocation where, Object::Kind kind) {
  Object object;
  object.kind = kind;
  object.location = locate(unit, where);
  object.name = name;
  if (kind == Object::Kind::Heap)
    object.name +=
        "@" + std::to_string(object.location.line) + ":" + std::to_string(object.location.column);
  object.type = typeOf(unit, type);
  object.isArray = type->isArrayType();
  object.isConst = kind == Object::Kind::String;
  object.owner = kind == Object::Kind::String ? FunctionId() : unit.at.function;
  object.scope = unit.at.scope;
  object.addressTaken = kind == Object::Kind::String;
  object.typeText = type.getAsString(unit.context.getPrintingPolicy());
  return unit.builder.newObject(object);
}

static Object::Kind kindOf(const VarDecl *variable) {
  if (isa<ParmVarDecl>(variable))
    return Object::Kind::Parameter;
  if (variable->isStaticLocal())
    return Object::Kind::Static;
  return variable->hasLocalStorage() ? Object::Kind::Local : Object::Kind::Global;
}

/// The linker gives out such objects under other names, and assembly may.
static bool isReachedUnseen(const UnitContext &unit, const VarDecl *variable) {
  llvm::StringRef name = variable->getName();
  bool hasAttribute = false;
  for (const VarDecl *each : variable->redecls())
    hasAttribute |= each->hasAttr<SectionAttr>() || each->hasAttr<UsedAttr>() ||
                    each->hasAttr<RetainAttr>() || each->hasAttr<AliasAttr>();
  return hasAttribute || name.starts_with("__start_") || name.starts_with("__stop_") ||
         unit.aliased.contains(name.str());
}

/// Names that an alias attribute of this unit gives a second name to.
void findAliased(UnitContext &unit) {
  for (const Decl *declaration : unit.context.getTranslationUnitDecl()->decls())
    if (const auto *alias = declaration->getAttr<AliasAttr>())
      unit.aliased.insert(alias->getAliasee().str());
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

ObjectId objectFor(UnitContext &unit, const VarDecl *variable) {
  const VarDecl *canonical = variable->getCanonicalDecl();
  if (auto found = unit.builder.objectOf.find(canonical); found != unit.builder.objectOf.end())
    return found->second;
  bool isExternal = canonical->hasExternalFormalLinkage();
  const std::string name = canonical->getNameAsString();
  const VarDecl *definition = canonical->hasGlobalStorage() ? definitionOf(canonical) : nullptr;
  if (isExternal)
    if (auto found = unit.builder.externalObjects.find(name);
        found != unit.builder.externalObjects.end()) {
      Object &object = unit.program[found->second];
      object.isDefined |= definition != nullptr;
      object.isVolatile |= canonical->getType().isVolatileQualified();
      object.isConst &= unit.context.getBaseElementType(canonical->getType()).isConstQualified();
      if (object.type.size == 0 && definition)
        object.type = typeOf(unit, definition->getType());
      return unit.builder.objectOf[canonical] = found->second;
    }
  QualType type = (definition ? definition : canonical)->getType();
  Object object;
  object.kind = kindOf(canonical);
  object.name = name;
  object.typeText = type.getAsString(unit.context.getPrintingPolicy());
  object.type = typeOf(unit, type);
  object.isArray = type->isArrayType();
  if (type->isPointerType())
    object.pointeeSize =
        static_cast<int64_t>(std::max<uint64_t>(1, sizeOf(unit, type->getPointeeType())));
  object.owner = canonical->isLocalVarDeclOrParm() ? unit.at.function : FunctionId();
  object.scope = unit.at.scope;
  object.isDefined = !canonical->hasGlobalStorage() || definition != nullptr;
  object.isExternallyVisible = isExternal && canonical->hasGlobalStorage();
  object.isReachedUnseen = canonical->hasGlobalStorage() && isReachedUnseen(unit, canonical);
  QualType element = unit.context.getBaseElementType(type);
  object.isVolatile = type.isVolatileQualified() || element.isVolatileQualified();
  object.isConst = element.isConstQualified();
  object.isRestrict = type.isRestrictQualified();
  object.isThreadLocal = canonical->getTLSKind() != VarDecl::TLS_None;
  object.location = locate(unit, canonical->getLocation());
  ObjectId id = unit.builder.newObject(object);
  unit.builder.objectOf[canonical] = id;
  if (object.isExternallyVisible)
    unit.builder.externalObjects[name] = id;
  unit.builder.sources.variableOf[id] = definition ? definition : canonical;
  return id;
}

ObjectId objectFor(UnitContext &unit, const FunctionDecl *declaration) {
  const FunctionDecl *canonical = declaration->getCanonicalDecl();
  if (auto found = unit.builder.functionObjectOf.find(canonical);
      found != unit.builder.functionObjectOf.end())
    return found->second;
  bool isExternal = canonical->hasExternalFormalLinkage();
  const std::string key = symbolOf(unit, canonical) + "()";
  if (isExternal)
    if (auto found = unit.builder.externalObjects.find(key);
        found != unit.builder.externalObjects.end())
      return unit.builder.functionObjectOf[canonical] = found->second;
  Object object;
  object.kind = Object::Kind::Function;
  object.name = symbolOf(unit, canonical);
  object.function = definitionFor(unit, canonical);
  object.isDefined = object.function.valid();
  object.isExternallyVisible = isExternal;
  object.location = locate(unit, canonical->getLocation());
  ObjectId id = unit.builder.newObject(object);
  unit.builder.functionObjectOf[canonical] = id;
  if (isExternal)
    unit.builder.externalObjects[key] = id;
  return id;
}

void lowerBodies(UnitContext &unit) {
  for (const Decl *declaration : unit.context.getTranslationUnitDecl()->decls()) {
    if (const auto *variable = dyn_cast<VarDecl>(declaration)) {
      objectFor(unit, variable);
      if (variable->hasInit())
        lowerInitialiser(unit, variable);
    } else if (const auto *callee = dyn_cast<FunctionDecl>(declaration)) {
      if (callee->doesThisDeclarationHaveABody())
        lowerFunction(unit, callee);
    }
  }
}

/// What the parameters' types spell out is evaluated on entry.
static void lowerParameterSizes(UnitContext &unit, const FunctionDecl *declaration, RegionId body) {
  for (const ParmVarDecl *parameter : declaration->parameters()) {
    QualType type = parameter->getOriginalType();
    if (!type->isVariablyModifiedType())
      continue;
    RegionId entry = openRegion(unit, Region::Kind::Block, body, nullptr);
    unit.program[body].children.push_back(entry);
    unit.program[entry].inMainFile = false; // no statement that could be moved
    unit.program[entry].location = unit.program[entry].end = locate(unit, parameter->getLocation());
    unit.at.block = entry;
    lowerTypeSizes(unit, type);
  }
}

/// False with a diagnostic if nothing should walk it.
bool measure(UnitContext &unit, const Stmt *root, clang::SourceLocation where) {
  unit.body.extent = extentOf(root);
  if (unit.body.extent.nested <= maxNested)
    return true;
  unit.builder.problems.emplace_back(
      locate(unit, where), "nested more than " + std::to_string(maxNested) + " levels deep");
  return false;
}

static void lowerFunction(UnitContext &unit, const FunctionDecl *declaration) {
  unit.at.function = unit.builder.definitionOf[declaration->getCanonicalDecl()];
  bool isOrdinary = definitionFor(unit, declaration) == unit.at.function;
  unit.program[unit.at.function].object =
      isOrdinary ? objectFor(unit, declaration) : objectOfBody(unit, unit.at.function);
  unit.at.scope = RegionId();
  unit.body.nested.clear();
  unit.body.lengths.clear();
  for (const ParmVarDecl *parameter : declaration->parameters()) {
    ObjectId object = objectFor(unit, parameter);
    unit.program[unit.at.function].parameters.push_back(object);
  }
  const bool isSane = measure(unit, declaration->getBody(), declaration->getLocation());
  unit.program[unit.at.function].isTooLarge = unit.body.extent.parts > unit.builder.maxParts ||
                                              unit.body.extent.loops > maxNestedLoops ||
                                              unit.body.extent.gotos > maxGotos;
  std::string reason = !isSane || unit.program[unit.at.function].isTooLarge
                           ? "its size"
                           : irregularity(declaration->getBody());
  unit.body.gotos = reason.empty() ? findGotoRanges(declaration->getBody()) : GotoRanges();
  RegionId body = openRegion(unit, reason.empty() ? Region::Kind::Sequence : Region::Kind::Opaque,
                             RegionId(), declaration->getBody());
  unit.program[unit.at.function].body = body;
  unit.program[body].obstacle = reason;
  RegionId previous = unit.at.scope;
  unit.at.scope = body;
  lowerParameterSizes(unit, declaration, body);
  if (isSane)
    lowerChildren(unit, cast<CompoundStmt>(declaration->getBody()), body, false);
  if (!unit.body.nested.empty()) { // in a place that no statement owns up to
    unit.program[body].kind = Region::Kind::Opaque;
    unit.program[body].obstacle = "control flow inside an expression";
  }
  lowerNested(unit, body);
  unit.at.scope = previous;
  unit.at.function = FunctionId();
}

/// An array keeps its length, whatever becomes of the variables that it was computed from.
static void keepLength(UnitContext &unit, const Expr *length) {
  const QualType type = unit.context.getPointerDiffType();
  const clang::SourceLocation where = length->getExprLoc();
  const ValueId value = convert(unit, rvalue(unit, length), length->getType(), type, where);
  ObjectId &object = unit.body.lengths[length];
  if (!object.valid())
    object = temporary(unit, type, "", where, Object::Kind::Local);
  Instruction place = make(unit, Op::Address, unit.context.VoidPtrTy, where);
  place.object = object;
  add(unit, make(unit, Op::Store, type, where, {add(unit, place), value}));
}

/// Evaluates the sizes that the type spells out; those of a typedef were, where it stands.
void lowerTypeSizes(UnitContext &unit, QualType type) {
  while (type->isVariablyModifiedType() && !isa<TypedefType>(type.getTypePtr())) {
    if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr())) {
      const auto *variable = dyn_cast<VariableArrayType>(array);
      if (variable && variable->getSizeExpr())
        keepLength(unit, variable->getSizeExpr());
      type = array->getElementType();
    } else if (const auto *pointer = dyn_cast<PointerType>(type.getTypePtr())) {
      type = pointer->getPointeeType();
    } else if (const auto *decayed = dyn_cast<DecayedType>(type.getTypePtr())) {
      type = decayed->getOriginalType();
    } else if (const auto *callee = dyn_cast<FunctionType>(type.getTypePtr())) {
      type = callee->getReturnType();
    } else if (const auto *same = dyn_cast<TypeOfExprType>(type.getTypePtr())) {
      const Expr *expression = same->getUnderlyingExpr();
      expression->isPRValue() ? rvalue(unit, expression) : address(unit, expression);
      return;
    } else {
      QualType spelt = type.getSingleStepDesugaredType(unit.context);
      if (spelt == type)
        return;
      type = spelt;
    }
  }
}

void lowerDeclarations(UnitContext &unit, const DeclStmt *declarations) {
  for (const Decl *declaration : declarations->decls())
    if (const auto *variable = dyn_cast<VarDecl>(declaration))
      declareLocal(unit, variable);
    else if (const auto *name = dyn_cast<TypedefNameDecl>(declaration))
      lowerTypeSizes(unit, name->getUnderlyingType());
}

static void declareLocal(UnitContext &unit, const VarDecl *variable) {
  if (variable->hasExternalStorage()) {
    objectFor(unit, variable);
    return;
  }
  ObjectId object = objectFor(unit, variable);
  if (variable->hasAttr<CleanupAttr>()) { // a call that no statement shows
    unit.program[object].addressTaken = true;
    Instruction place = make(unit, Op::Address, unit.context.VoidPtrTy, variable->getLocation());
    place.object = object;
    const FunctionDecl *called = variable->getAttr<CleanupAttr>()->getFunctionDecl();
    Instruction clobber = make(unit, Op::Clobber, unit.context.VoidTy, variable->getLocation());
    clobber.operands = {add(unit, place), functionAddress(unit, called, variable->getLocation())};
    add(unit, clobber);
  }
  lowerTypeSizes(unit, variable->getType());
  if (!variable->hasInit())
    return;
  if (variable->isStaticLocal())
    return lowerInitialiser(unit, variable);
  Instruction place = make(unit, Op::Address, unit.context.VoidPtrTy, variable->getLocation());
  place.object = object;
  storeInitialiser(unit, add(unit, place), variable->getInit(), variable->getType());
}

} // namespace kasuri
