// A pass of clang that makes a program log its loops: the start of every iteration, the end of
// every loop, and each access to memory with its place in the source. Loops are those that clang
// marks as such, so macros and headers are no obstacle, and the text does not change.
//
//     oracle_iterate(loop, frame)     at the head of each loop: an iteration starts
//     oracle_leave(loop, frame)       where control may arrive from a loop: it is over
//     oracle_load, oracle_store       before each access
//     oracle_copy, oracle_fill        instead of the copies that clang makes
//     oracle_renew(address, bytes)    the life of a variable starts: its old contents are gone
//     oracle_call_site                the place of the last call of an external function
//
// A place is the address of a constant {file, variable, line, column, bytes, kind}. The variable is
// the number or pointer that is named there, if nothing else is. A loop has a constant of the same
// form. All places are in one section, so that the program can list them. Memory that clang invents
// (arguments and results in transit) belongs to no variable and is not logged. The pass runs before
// all others, on the code as written.
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace {

class Tracer {
public:
  explicit Tracer(Module &module) : module(module), context(module.getContext()) {}

  void trace(Function &function) {
    function.removeFnAttr(Attribute::AlwaysInline);
    function.addFnAttr(Attribute::NoInline); // a callee's variables stay out of the caller's frame
    if (function.hasAvailableExternallyLinkage())
      function.setLinkage(GlobalValue::InternalLinkage);
    if (!function.getSubprogram())
      return;
    std::vector<Instruction *> all;
    for (Instruction &each : instructions(function))
      all.push_back(&each);
    if (!hasUnusualControl(all))
      traceLoops(function);
    // A structure that is passed, or the one that a call fills in, which is a variable's only when
    // that is initialised: no iteration sees another's.
    for (Argument &argument : function.args())
      if (Type *type = argument.hasStructRetAttr() ? argument.getParamStructRetType()
                                                   : argument.getParamByValType())
        renew(&*function.getEntryBlock().getFirstInsertionPt(), &argument, bytesOf(type));
    for (Instruction *each : all)
      traceInstruction(*each);
  }

private:
  Module &module;
  LLVMContext &context;
  enum Kind : unsigned { Read, Write, Other };
  std::map<std::tuple<std::string, std::string, unsigned, unsigned, uint64_t, unsigned>, Constant *>
      places;
  std::map<std::string, Constant *> texts;

  Type *pointer() { return PointerType::getUnqual(context); }
  Type *word() { return Type::getInt64Ty(context); }

  uint64_t bytesOf(Type *type) { return module.getDataLayout().getTypeStoreSize(type); }

  void call(IRBuilder<> &builder, StringRef name, ArrayRef<Value *> arguments) {
    SmallVector<Type *, 4> types;
    for (Value *each : arguments)
      types.push_back(each->getType());
    auto *type = FunctionType::get(Type::getVoidTy(context), types, false);
    CallInst *made = builder.CreateCall(module.getOrInsertFunction(name, type), arguments);
    if (!made->getDebugLoc())
      if (DISubprogram *self = builder.GetInsertBlock()->getParent()->getSubprogram())
        made->setDebugLoc(DILocation::get(context, 0, 0, self));
  }

  /// Setjmp returns twice, and computed gotos have no structure: their loops are not analysed.
  static bool hasUnusualControl(const std::vector<Instruction *> &all) {
    return any_of(all, [](Instruction *each) {
      auto *made = dyn_cast<CallBase>(each);
      return isa<IndirectBrInst, CallBrInst>(each) ||
             (made && made->hasFnAttr(Attribute::ReturnsTwice));
    });
  }

  Constant *fileOf(const DILocation &location) {
    SmallString<256> path(location.getFilename());
    if (!sys::path::is_absolute(path)) {
      SmallString<256> whole(location.getDirectory());
      sys::path::append(whole, path);
      path = whole;
    }
    return text(path);
  }

  Constant *text(StringRef content) {
    Constant *&known = texts[content.str()];
    if (!known)
      known = IRBuilder<>(context).CreateGlobalString(content, "oracle_text", 0, &module);
    return known;
  }

  struct Named {
    std::string name;
    uint64_t bytes = 0;
  };

  /// The variable at the address, if it is one number or pointer; the parts of a complex one have
  /// its name, too.
  Named variableAt(Value *address) {
    address = address->stripInBoundsOffsets();
    if (auto *local = dyn_cast<IntrinsicInst>(address);
        local && local->getIntrinsicID() == Intrinsic::threadlocal_address)
      address = local->getArgOperand(0);
    DIVariable *variable = nullptr;
    Type *type = nullptr;
    if (auto *memory = dyn_cast<AllocaInst>(address)) {
      for (DbgVariableRecord *each : findDVRDeclares(memory))
        variable = each->getVariable();
      type = memory->getAllocatedType();
    } else if (auto *global = dyn_cast<GlobalVariable>(address)) {
      SmallVector<DIGlobalVariableExpression *, 1> found;
      global->getDebugInfo(found);
      variable = found.empty() ? nullptr : found.front()->getVariable();
      type = global->getValueType();
    }
    if (!variable || !isScalar(variable->getType()))
      return {};
    return {variable->getName().str(), bytesOf(type)};
  }

  static bool isScalar(DIType *type) {
    while (auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
      if (derived->getTag() == dwarf::DW_TAG_pointer_type)
        return true;
      type = derived->getBaseType();
    }
    return isa_and_nonnull<DIBasicType>(type) ||
           (type && type->getTag() == dwarf::DW_TAG_enumeration_type);
  }

  /// `bytes`: 0 if not known.
  Constant *placeOf(const DILocation &location, Kind kind = Other, uint64_t bytes = 0,
                    Value *address = nullptr) {
    Constant *file = fileOf(location);
    const Named known = address ? variableAt(address) : Named();
    const std::string &variable = known.name;
    bytes = variable.empty() ? bytes : known.bytes;
    Constant *&place = places[{location.getFilename().str(), variable, location.getLine(),
                               location.getColumn(), bytes, kind}];
    if (!place) {
      auto number = [&](uint64_t value) {
        return ConstantInt::get(Type::getInt32Ty(context), value);
      };
      Constant *value =
          ConstantStruct::getAnon({file, text(variable), number(location.getLine()),
                                   number(location.getColumn()), number(bytes), number(kind)});
      auto *made = new GlobalVariable(module, value->getType(), true, GlobalValue::PrivateLinkage,
                                      value, "oracle_place");
      made->setSection("oracle_places");
      made->setAlignment(Align(8));
      place = made;
    }
    return place;
  }

  /// Where clang says that the loop starts; nothing for what only jumps back.
  static const DILocation *startOf(const Loop &loop) {
    SmallVector<BasicBlock *, 4> latches;
    loop.getLoopLatches(latches);
    for (BasicBlock *latch : latches)
      if (MDNode *marks = latch->getTerminator()->getMetadata(LLVMContext::MD_loop))
        for (const MDOperand &each : drop_begin(marks->operands()))
          if (auto *location = dyn_cast_or_null<DILocation>(each.get()))
            return location;
    return nullptr;
  }

  void traceLoops(Function &function) {
    DominatorTree tree(function);
    LoopInfo loops(tree);
    for (Loop *loop : loops.getLoopsInPreorder()) {
      const DILocation *start = startOf(*loop);
      if (!start)
        continue;
      Constant *place = placeOf(*start);
      IRBuilder<> head(&*loop->getHeader()->getFirstInsertionPt());
      call(head, "oracle_iterate", {place, frame(head)});
      for (AllocaInst *each : temporariesOf(*loop))
        renew(&*head.GetInsertPoint(), each, bytesOf(each->getAllocatedType()));
      SmallVector<BasicBlock *, 8> exits;
      loop->getUniqueExitBlocks(exits);
      for (BasicBlock *exit : exits) {
        IRBuilder<> behind(&*exit->getFirstInsertionPt());
        call(behind, "oracle_leave", {place, frame(behind)});
      }
    }
  }

  Value *frame(IRBuilder<> &builder) {
    return builder.CreateIntrinsic(Intrinsic::frameaddress, {pointer()}, {builder.getInt32(0)});
  }

  static bool isVariable(AllocaInst *memory) {
    return any_of(findDVRDeclares(memory),
                  [](DbgVariableRecord *each) { return !each->getVariable()->isArtificial(); });
  }

  static std::vector<AllocaInst *> temporariesOf(const Loop &loop) {
    std::vector<AllocaInst *> found;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &each : *block)
        for (Value *operand : each.operands())
          if (auto *memory = dyn_cast<AllocaInst>(operand->stripInBoundsOffsets()))
            if (memory->isStaticAlloca() && !memory->isArrayAllocation() && !isVariable(memory) &&
                !is_contained(found, memory))
              found.push_back(memory);
    return found;
  }

  void renew(Instruction *at, Value *address, uint64_t bytes) {
    IRBuilder<> builder(at);
    call(builder, "oracle_renew", {address, builder.getInt64(bytes)});
  }

  /// Where a goto may pass a declaration, clang does not mark when the lives of variables start.
  void renewWhereDeclared(AllocaInst &memory) {
    const bool isMarked =
        any_of(memory.users(), [](User *each) { return isa<LifetimeIntrinsic>(each); });
    if (isMarked)
      return;
    for (DbgVariableRecord *each : findDVRDeclares(&memory))
      if (!each->getVariable()->isParameter())
        renew(each->getMarker()->MarkedInstr, &memory, bytesOf(memory.getAllocatedType()));
  }

  static bool isTemporary(Value *address) {
    auto *memory = dyn_cast<AllocaInst>(address->stripInBoundsOffsets());
    return memory && memory->isStaticAlloca() && !isVariable(memory);
  }

  void access(Instruction &at, Kind kind, Value *address, Type *type) {
    const DILocation *location = at.getDebugLoc();
    if (!location || location->getLine() == 0 || isTemporary(address))
      return;
    IRBuilder<> builder(&at);
    const uint64_t bytes = bytesOf(type);
    call(builder, kind == Read ? "oracle_load" : "oracle_store",
         {address, builder.getInt64(bytes), placeOf(*location, kind, bytes, address)});
  }

  void traceInstruction(Instruction &each) {
    if (auto *load = dyn_cast<LoadInst>(&each)) {
      access(each, Read, load->getPointerOperand(), load->getType());
    } else if (auto *store = dyn_cast<StoreInst>(&each)) {
      access(each, Write, store->getPointerOperand(), store->getValueOperand()->getType());
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&each)) {
      access(each, Read, update->getPointerOperand(), update->getType());
      access(each, Write, update->getPointerOperand(), update->getType());
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&each)) {
      Type *type = exchange->getNewValOperand()->getType();
      access(each, Read, exchange->getPointerOperand(), type);
      access(each, Write, exchange->getPointerOperand(), type);
    } else if (auto *memory = dyn_cast<AllocaInst>(&each)) {
      if (memory->isStaticAlloca())
        renewWhereDeclared(*memory); // in front of all marks, which traceLife removes
      else
        traceDynamic(*memory);
    } else if (auto *made = dyn_cast<CallBase>(&each)) {
      traceCall(*made);
    }
  }

  void traceDynamic(AllocaInst &memory) {
    IRBuilder<> builder(memory.getNextNode());
    Value *count = builder.CreateZExtOrTrunc(memory.getArraySize(), word());
    Value *bytes = builder.CreateMul(count, builder.getInt64(bytesOf(memory.getAllocatedType())));
    call(builder, "oracle_renew", {&memory, bytes});
  }

  void traceCall(CallBase &made) {
    const DILocation *location = made.getDebugLoc();
    if (auto *life = dyn_cast<LifetimeIntrinsic>(&made))
      return traceLife(*life);
    if (auto *transfer = dyn_cast<AnyMemIntrinsic>(&made))
      return traceTransfer(*transfer, location);
    if (isa<IntrinsicInst>(made) || made.isInlineAsm() || !location)
      return;
    for (unsigned i = 0; i < made.arg_size(); ++i)
      if (Type *type = made.getParamByValType(i))
        access(made, Read, made.getArgOperand(i), type);
    Function *callee = made.getCalledFunction();
    if (callee && (!callee->isDeclaration() || callee->getName().starts_with("oracle_")))
      return;
    IRBuilder<> builder(&made);
    builder.CreateStore(placeOf(*location),
                        module.getOrInsertGlobal("oracle_call_site", pointer()));
  }

  void traceLife(LifetimeIntrinsic &life) {
    auto *memory = dyn_cast<AllocaInst>(life.getArgOperand(life.arg_size() - 1));
    if (memory && life.getIntrinsicID() == Intrinsic::lifetime_start && memory->isStaticAlloca())
      renew(&life, memory, bytesOf(memory->getAllocatedType()));
    life.eraseFromParent(); // so that no two variables share a place
  }

  void traceTransfer(AnyMemIntrinsic &transfer, const DILocation *location) {
    IRBuilder<> builder(&transfer);
    Value *bytes = builder.CreateZExtOrTrunc(transfer.getLength(), word());
    Value *to = transfer.getRawDest();
    // A temporary's bytes are not looked at.
    auto *length = dyn_cast<ConstantInt>(transfer.getLength());
    auto seen = [&](Value *address, Kind kind) -> Value * {
      bool isSeen = location && location->getLine() != 0 && !isTemporary(address);
      return isSeen
                 ? placeOf(*location, kind, length ? length->getZExtValue() : 0)
                 : static_cast<Value *>(ConstantPointerNull::get(PointerType::getUnqual(context)));
    };
    if (auto *copy = dyn_cast<AnyMemTransferInst>(&transfer))
      call(builder, "oracle_copy",
           {to, copy->getRawSource(), bytes, seen(to, Write), seen(copy->getRawSource(), Read)});
    else if (auto *fill = dyn_cast<AnyMemSetInst>(&transfer))
      call(builder, "oracle_fill", {to, fill->getValue(), bytes, seen(to, Write)});
    transfer.eraseFromParent();
  }
};

struct LoopTrace : PassInfoMixin<LoopTrace> {
  static PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    Tracer tracer(module);
    std::vector<Function *> functions;
    for (Function &function : module)
      if (!function.isDeclaration())
        functions.push_back(&function);
    for (Function *function : functions)
      tracer.trace(*function);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace

extern "C" PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "LoopTrace", "1", [](PassBuilder &builder) {
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(LoopTrace()); });
          }};
}
