// Names and what they stand for where that is not one object or one body in the sources.
//
// A weak or inline function is an ordinary one if the sources are a whole program (they hold main,
// and no code beside them names what they define) with no other body for its name. Otherwise a call
// may reach each body with that name, and unknown code too.
//
// A variable with an alias attribute or an asm label may be another variable by another name. Its
// address is read from a place that unknown code owns, so that it may be any memory which escaped;
// the variable that it names escapes.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

std::string symbolOf(const UnitContext &unit, const NamedDecl *declaration) {
  const auto *label = declaration->getMostRecentDecl()->getAttr<AsmLabelAttr>();
  bool isOfSystem =
      unit.sources.isInSystemHeader(unit.sources.getExpansionLoc(declaration->getLocation()));
  if (!label || isOfSystem) // the library's own labels choose between variants of one function
    return declaration->getNameAsString();
  StringRef symbol = label->getLabel();
  symbol.consume_front("\1");
  return symbol.str();
}

bool ProgramBuilder::isWhole() const { return hasMain && !program.isNamedOutside; }

/// The one body that calls of the symbol reach.
FunctionId ProgramBuilder::definitionOfSymbol(const std::string &symbol) const {
  auto found = externalDefinitions.find(symbol);
  if (found == externalDefinitions.end())
    return FunctionId();
  const std::vector<FunctionId> &bodies = found->second;
  bool isOnly = bodies.size() == 1 && (isWhole() || !replaceable.contains(bodies[0]));
  return isOnly ? bodies[0] : FunctionId();
}

FunctionId definitionFor(const UnitContext &unit, const FunctionDecl *declaration) {
  if (declaration->hasExternalFormalLinkage())
    return unit.builder.definitionOfSymbol(symbolOf(unit, declaration));
  auto found = unit.builder.definitionOf.find(declaration->getCanonicalDecl());
  return found == unit.builder.definitionOf.end() ? FunctionId() : found->second;
}

bool hasSeveralBodies(const UnitContext &unit, const FunctionDecl *declaration) {
  return declaration->hasExternalFormalLinkage() && !definitionFor(unit, declaration).valid() &&
         unit.builder.externalDefinitions.contains(symbolOf(unit, declaration));
}

static void declareFunction(UnitContext &unit, const FunctionDecl *declaration) {
  Function self;
  self.name = declaration->getNameAsString();
  self.result = typeOf(unit, declaration->getReturnType());
  self.file = unit.mainFile;
  bool isExternal = declaration->hasExternalFormalLinkage();
  self.isInternal =
      !isExternal && !declaration->hasAttr<UsedAttr>() && !unit.aliased.contains(self.name);
  self.isVariadic = declaration->isVariadic();
  self.runsAtEnd = declaration->hasAttr<DestructorAttr>();
  self.runsAtStart = declaration->hasAttr<ConstructorAttr>();
  self.inMainFile =
      unit.sources.isInMainFile(unit.sources.getExpansionLoc(declaration->getLocation()));
  self.location = locate(unit, declaration->getLocation());
  unit.program.functions.push_back(self);
  FunctionId id(unit.program.functions.size() - 1);
  unit.builder.definitionOf[declaration->getCanonicalDecl()] = id;
  unit.builder.sources.functionOf[id] = declaration;
  unit.builder.sources.unitOf[id] = unit.unitIndex;
  unit.builder.hasMain |= self.name == "main";
  unit.bodies[symbolOf(unit, declaration)] = id;
  // Inline bodies of the library's headers do what the library's functions do.
  bool isOfSystem =
      unit.sources.isInSystemHeader(unit.sources.getExpansionLoc(declaration->getLocation()));
  if (!isExternal || isOfSystem)
    return;
  unit.builder.externalDefinitions[symbolOf(unit, declaration)].push_back(id);
  if (declaration->getMostRecentDecl()->isWeak() || declaration->isInlined())
    unit.builder.replaceable.insert(id);
}

static FunctionId bodyInUnit(const UnitContext &unit, const std::string &symbol) {
  auto found = unit.bodies.find(symbol);
  return found == unit.bodies.end() ? FunctionId() : found->second;
}

/// Another name for a body of this unit.
static void declareAlias(UnitContext &unit, const FunctionDecl *declaration) {
  const auto *alias = declaration->getAttr<AliasAttr>();
  const auto *reference = declaration->getAttr<WeakRefAttr>();
  if (!alias && !reference)
    return;
  FunctionId body = bodyInUnit(unit, (alias ? alias->getAliasee() : reference->getAliasee()).str());
  if (!body.valid())
    return;
  unit.builder.definitionOf[declaration->getCanonicalDecl()] = body;
  if (!declaration->hasExternalFormalLinkage())
    return;
  unit.builder.externalDefinitions[symbolOf(unit, declaration)].push_back(body);
  if (declaration->isWeak())
    unit.builder.replaceable.insert(body);
}

void declareFunctions(UnitContext &unit) {
  findAliased(unit);
  std::vector<const FunctionDecl *> functions;
  for (const Decl *declaration : unit.context.getTranslationUnitDecl()->decls())
    if (const auto *callee = dyn_cast<FunctionDecl>(declaration))
      functions.push_back(callee);
  for (const FunctionDecl *callee : functions)
    if (callee->doesThisDeclarationHaveABody())
      declareFunction(unit, callee);
  for (const FunctionDecl *callee : functions)
    declareAlias(unit, callee);
}

/// The object of one of several bodies with the same name.
ObjectId objectOfBody(UnitContext &unit, FunctionId body) {
  auto [place, isNew] = unit.builder.bodyObjectOf.emplace(body, ObjectId());
  if (!isNew)
    return place->second;
  Object object;
  object.kind = Object::Kind::Function;
  object.name = unit.program[body].name;
  object.function = body;
  object.isExternallyVisible = true;
  object.location = unit.program[body].location;
  return place->second = unit.builder.newObject(object);
}

ValueId functionAddress(UnitContext &unit, const FunctionDecl *declaration,
                        clang::SourceLocation where) {
  Instruction one = make(unit, Op::Address, unit.context.VoidPtrTy, where);
  one.object = objectFor(unit, declaration);
  if (!hasSeveralBodies(unit, declaration))
    return add(unit, one);
  ValueId address;
  if (!unit.builder.isWhole()) // one that the sources do not show
    address = add(unit, one);
  for (FunctionId body : unit.builder.externalDefinitions[symbolOf(unit, declaration)]) {
    one.object = objectOfBody(unit, body);
    ValueId next = add(unit, one);
    ValueId some =
        address.valid() ? add(unit, make(unit, Op::Opaque, unit.context.IntTy, where)) : ValueId();
    address = address.valid() ? add(unit, make(unit, Op::Select, unit.context.VoidPtrTy, where,
                                               {some, address, next}))
                              : next;
  }
  return address;
}

static bool hasUnknownIdentity(const VarDecl *variable) {
  const VarDecl *last = variable->getMostRecentDecl();
  if (!variable->hasGlobalStorage() || variable->getTLSKind() != VarDecl::TLS_None)
    return false;
  StringRef name = variable->getName();
  bool isOfLinker = variable->hasExternalStorage() &&
                    (name.starts_with("__start_") || name.starts_with("__stop_"));
  return isOfLinker || last->hasAttr<AliasAttr>() || last->hasAttr<WeakRefAttr>() ||
         last->hasAttr<AsmLabelAttr>();
}

/// A pointer that unknown code has set to the address of the variable.
static ObjectId placeOf(UnitContext &unit, const VarDecl *variable) {
  auto [place, isNew] = unit.builder.placeOf.emplace(variable->getCanonicalDecl(), ObjectId());
  if (!isNew)
    return place->second;
  Object object;
  object.kind = Object::Kind::Global;
  object.name = variable->getNameAsString();
  object.typeText = "void *";
  object.type = typeOf(unit, unit.context.VoidPtrTy);
  object.isDefined = false;
  object.isExternallyVisible = true;
  object.location = locate(unit, variable->getLocation());
  return place->second = unit.builder.newObject(object);
}

ValueId variableAddress(UnitContext &unit, const VarDecl *variable, clang::SourceLocation where) {
  Instruction address = make(unit, Op::Address, unit.context.VoidPtrTy, where);
  address.object = objectFor(unit, variable);
  if (!hasUnknownIdentity(variable))
    return add(unit, address);
  const VarDecl *last = variable->getMostRecentDecl();
  unit.builder.symbolsNamed.insert({variable->getNameAsString(), symbolOf(unit, variable)});
  if (const auto *alias = last->getAttr<AliasAttr>())
    unit.builder.symbolsNamed.insert(alias->getAliasee().str());
  if (const auto *reference = last->getAttr<WeakRefAttr>())
    unit.builder.symbolsNamed.insert(reference->getAliasee().str());
  address.object = placeOf(unit, variable);
  Instruction read = make(unit, Op::Load, unit.context.VoidPtrTy, where, {add(unit, address)});
  read.text = variable->getNameAsString();
  return add(unit, read);
}

/// Gives unknown code the address of each variable that goes by several names.
void ProgramBuilder::escapeNamedSymbols() {
  for (size_t i = 0; i < program.objects.size(); ++i) {
    const Object &object = program.objects[i];
    bool isVariable = object.kind == Object::Kind::Global || object.kind == Object::Kind::Static;
    if (!isVariable || !symbolsNamed.contains(object.name))
      continue;
    Instruction address;
    address.op = Op::Address;
    address.type = {ValueType::Kind::Pointer, false, 0, program.pointerBytes};
    address.object = ObjectId(i);
    address.location = object.location;
    address.block = program.initialisers;
    program.values.push_back(address);
    Instruction escape = address;
    escape.op = Op::Clobber;
    escape.type = ValueType();
    escape.object = ObjectId();
    escape.operands = {ValueId(program.values.size() - 1)};
    program.values.push_back(escape);
    for (size_t value : {program.values.size() - 2, program.values.size() - 1})
      program[program.initialisers].values.push_back(ValueId(value));
  }
}

} // namespace kasuri
