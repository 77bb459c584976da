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

std::string UnitLowering::symbolOf(const NamedDecl *declaration) const {
  const auto *label = declaration->getMostRecentDecl()->getAttr<AsmLabelAttr>();
  bool isOfSystem = sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()));
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

FunctionId UnitLowering::definitionFor(const FunctionDecl *declaration) const {
  if (declaration->hasExternalFormalLinkage())
    return builder.definitionOfSymbol(symbolOf(declaration));
  auto found = builder.definitionOf.find(declaration->getCanonicalDecl());
  return found == builder.definitionOf.end() ? FunctionId() : found->second;
}

bool UnitLowering::hasSeveralBodies(const FunctionDecl *declaration) const {
  return declaration->hasExternalFormalLinkage() && !definitionFor(declaration).valid() &&
         builder.externalDefinitions.contains(symbolOf(declaration));
}

void UnitLowering::declareFunction(const FunctionDecl *declaration) {
  Function self;
  self.name = declaration->getNameAsString();
  self.result = typeOf(declaration->getReturnType());
  self.file = mainFile;
  bool isExternal = declaration->hasExternalFormalLinkage();
  self.isInternal =
      !isExternal && !declaration->hasAttr<UsedAttr>() && !aliased.contains(self.name);
  self.isVariadic = declaration->isVariadic();
  self.runsAtEnd = declaration->hasAttr<DestructorAttr>();
  self.inMainFile = sources.isInMainFile(sources.getExpansionLoc(declaration->getLocation()));
  self.location = locate(declaration->getLocation());
  program.functions.push_back(self);
  FunctionId id(program.functions.size() - 1);
  builder.definitionOf[declaration->getCanonicalDecl()] = id;
  builder.sources.functionOf[id] = declaration;
  builder.sources.unitOf[id] = unitIndex;
  builder.hasMain |= self.name == "main";
  bodies[symbolOf(declaration)] = id;
  // Inline bodies of the library's headers do what the library's functions do.
  bool isOfSystem = sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()));
  if (!isExternal || isOfSystem)
    return;
  builder.externalDefinitions[symbolOf(declaration)].push_back(id);
  if (declaration->getMostRecentDecl()->isWeak() || declaration->isInlined())
    builder.replaceable.insert(id);
}

FunctionId UnitLowering::bodyInUnit(const std::string &symbol) const {
  auto found = bodies.find(symbol);
  return found == bodies.end() ? FunctionId() : found->second;
}

/// Another name for a body of this unit.
void UnitLowering::declareAlias(const FunctionDecl *declaration) {
  const auto *alias = declaration->getAttr<AliasAttr>();
  const auto *reference = declaration->getAttr<WeakRefAttr>();
  if (!alias && !reference)
    return;
  FunctionId body = bodyInUnit((alias ? alias->getAliasee() : reference->getAliasee()).str());
  if (!body.valid())
    return;
  builder.definitionOf[declaration->getCanonicalDecl()] = body;
  if (!declaration->hasExternalFormalLinkage())
    return;
  builder.externalDefinitions[symbolOf(declaration)].push_back(body);
  if (declaration->isWeak())
    builder.replaceable.insert(body);
}

void UnitLowering::declareFunctions() {
  findAliased();
  std::vector<const FunctionDecl *> functions;
  for (const Decl *declaration : context.getTranslationUnitDecl()->decls())
    if (const auto *callee = dyn_cast<FunctionDecl>(declaration))
      functions.push_back(callee);
  for (const FunctionDecl *callee : functions)
    if (callee->doesThisDeclarationHaveABody())
      declareFunction(callee);
  for (const FunctionDecl *callee : functions)
    declareAlias(callee);
}

/// The object of one of several bodies with the same name.
ObjectId UnitLowering::objectOfBody(FunctionId body) {
  auto [place, isNew] = builder.bodyObjectOf.emplace(body, ObjectId());
  if (!isNew)
    return place->second;
  Object object;
  object.kind = Object::Kind::Function;
  object.name = program[body].name;
  object.function = body;
  object.isExternallyVisible = true;
  object.location = program[body].location;
  return place->second = builder.newObject(object);
}

ValueId UnitLowering::functionAddress(const FunctionDecl *declaration,
                                      clang::SourceLocation where) {
  Instruction one = make(Op::Address, context.VoidPtrTy, where);
  one.object = objectFor(declaration);
  if (!hasSeveralBodies(declaration))
    return add(one);
  ValueId address;
  if (!builder.isWhole()) // one that the sources do not show
    address = add(one);
  for (FunctionId body : builder.externalDefinitions[symbolOf(declaration)]) {
    one.object = objectOfBody(body);
    ValueId next = add(one);
    ValueId some = address.valid() ? add(make(Op::Opaque, context.IntTy, where)) : ValueId();
    address = address.valid()
                  ? add(make(Op::Select, context.VoidPtrTy, where, {some, address, next}))
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
ObjectId UnitLowering::placeOf(const VarDecl *variable) {
  auto [place, isNew] = builder.placeOf.emplace(variable->getCanonicalDecl(), ObjectId());
  if (!isNew)
    return place->second;
  Object object;
  object.kind = Object::Kind::Global;
  object.name = variable->getNameAsString();
  object.typeText = "void *";
  object.type = typeOf(context.VoidPtrTy);
  object.isDefined = false;
  object.isExternallyVisible = true;
  object.location = locate(variable->getLocation());
  return place->second = builder.newObject(object);
}

ValueId UnitLowering::variableAddress(const VarDecl *variable, clang::SourceLocation where) {
  Instruction address = make(Op::Address, context.VoidPtrTy, where);
  address.object = objectFor(variable);
  if (!hasUnknownIdentity(variable))
    return add(address);
  const VarDecl *last = variable->getMostRecentDecl();
  builder.symbolsNamed.insert({variable->getNameAsString(), symbolOf(variable)});
  if (const auto *alias = last->getAttr<AliasAttr>())
    builder.symbolsNamed.insert(alias->getAliasee().str());
  if (const auto *reference = last->getAttr<WeakRefAttr>())
    builder.symbolsNamed.insert(reference->getAliasee().str());
  address.object = placeOf(variable);
  Instruction read = make(Op::Load, context.VoidPtrTy, where, {add(address)});
  read.text = variable->getNameAsString();
  return add(read);
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
