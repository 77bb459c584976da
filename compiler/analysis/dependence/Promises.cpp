// Promises are relied on where the analyses do not know, never against what they know.
//
//     KASURI_NO_ALIAS(x, y)                 x, y: what they hold in front of the loop
//     KASURI_DISTINCT(at)                   at[i], at[k]: different numbers if i and k are
//     for (i = 0; i < n; i++)
//       y[at[i]] += x[i];                   stays in the row [0, 8) of at[i]
//
// `independent` is about memory whose place the analyses cannot tell; a place that is plainly the
// same in all iterations (a variable, a scratch array) is none of it. A pointer is known by the
// symbol that it holds in front of the annotated loop: whatever is computed from it has that base.
// A table is known in the same way, and its entries by the cells that they were loaded from.
#include "analysis/dependence/Promises.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

using Kind = Annotation::Kind;

/// What it holds in front of the loop is known, or it holds that in all of the loop.
static bool isKnownIn(const Program &program, const Effects &effects, RegionId loop,
                      ObjectId variable) {
  const FunctionAccesses &known = effects.functions[program[loop].function.index()];
  const auto before = known.before.find(loop);
  if (program[variable].isArray ||
      (before != known.before.end() && before->second.contains(variable)))
    return true;
  auto isWrite = [&](const Access &access) {
    return access.isWrite && access.base.kind == Base::Kind::Object &&
           access.base.object == variable;
  };
  const std::vector<ValueId> values = valuesWithin(program, loop);
  return std::none_of(values.begin(), values.end(), [&](ValueId value) {
    const std::vector<Access> &accesses = known.accessesAt(value);
    return std::any_of(accesses.begin(), accesses.end(), isWrite);
  });
}

MemoryPromises promisesOf(const Program &program, const Effects &effects, RegionId loop) {
  MemoryPromises promises;
  auto namedBy = [&](AnnotationId id, RegionId around) {
    std::vector<ObjectId> named = program[id].objects;
    std::erase_if(named, [&](ObjectId each) { return !isKnownIn(program, effects, around, each); });
    return named;
  };
  for (RegionId around = loop; around.valid(); around = program[around].parent) {
    for (AnnotationId id : annotationsOf(program, around, Kind::NoAlias)) {
      const std::vector<ObjectId> named = namedBy(id, around);
      for (size_t i = 0; i < named.size(); ++i)
        for (size_t j = 0; j < i; ++j)
          promises.apart.push_back({named[j], named[i], around, id});
    }
    for (AnnotationId id : annotationsOf(program, around, Kind::Distinct))
      for (ObjectId table : namedBy(id, around))
        promises.distinct.push_back({table, around, id});
  }
  return promises;
}

bool isAlwaysDone(const Program &program, RegionId loop, const Access &access) {
  const Instruction &value = program[access.at];
  if (access.at != access.origin || access.mayBeSkipped || value.conditional)
    return false;
  const std::vector<RegionId> inside = regionsWithin(program, loop);
  const bool hasJump = std::any_of(inside.begin(), inside.end(), [&](RegionId each) {
    return program[each].kind == Region::Kind::Jump || program[each].kind == Region::Kind::Opaque;
  });
  RegionId around = program[value.block].parent;
  while (around != loop && program[around].kind == Region::Kind::Sequence)
    around = program[around].parent;
  return !hasJump && around == loop;
}

bool isCertain(const Program &program, RegionId loop, const Viewpoint &view,
               const std::vector<AccessGroup> &groups, const Dependence &dependence) {
  const Window &from = groups[dependence.fromGroup].window, &to = groups[dependence.toGroup].window;
  const Base &base = dependence.from.base;
  const bool isOneBase = base.kind != Base::Kind::Unknown && base == dependence.to.base &&
                         (base.kind == Base::Kind::Object || view.isShared(base.symbol));
  const bool isExact = from.isKnown && to.isKnown && from.isExact && to.isExact &&
                       from.fixed == to.fixed && from.low < from.high && to.low < to.high;
  if (!isOneBase || !isExact || dependence.from.isOpaque || dependence.to.isOpaque ||
      !isAlwaysDone(program, loop, dependence.from) || !isAlwaysDone(program, loop, dependence.to))
    return false;
  const int64_t stride = from.fixed.coefficientOf(view.counter), apart = from.low - to.low;
  return stride == 0 ? from.low < to.high && to.low < from.high
                     : apart % stride == 0 && apart / stride >= 1;
}

bool isNonAffine(const Effects &effects, const Access &access, const Viewpoint &view) {
  return std::any_of(
      access.offset.terms().begin(), access.offset.terms().end(), [&](const auto &term) {
        const Symbol &symbol = effects[term.first];
        if (symbol.isModular && symbol.multiplicands[1] == Linear(1))
          return !view.isShared(term.first);
        return !view.isShared(term.first) && !symbol.counterOf.valid() && !symbol.isByte &&
               symbol.factors.empty() && symbol.multiplicands.empty() && symbol.constraints.empty();
      });
}

/// The variable that an address is computed from, if it was loaded inside the loop.
static ObjectId loadedIn(const Program &program, RegionId loop, ValueId address) {
  while (address.valid() &&
         (program[address].op == Op::Element || program[address].op == Op::Field ||
          program[address].op == Op::Convert))
    address = program[address].operands[0];
  const bool isInside = address.valid() && program[address].op == Op::Load &&
                        contains(program, loop, program[address].block);
  return isInside ? variableOf(program, address) : ObjectId();
}

/// The access starts from what the variable holds in front of the loop, or from the array that it
/// is. What it holds is a symbol that does not vary in the loop: if nothing there changes the
/// variable, what is loaded from it is that symbol.
bool DependenceFinder::isReachedFrom(const Access &access, ObjectId variable, RegionId loop) const {
  const Base &base = access.base;
  if (base.kind == Base::Kind::Object)
    return base.object == variable && program[variable].isArray;
  if (base.kind != Base::Kind::Symbol || program[variable].isArray ||
      variesIn(program, effects[base.symbol], loop))
    return false;
  const auto &before = effects.functions[function.index()].before;
  if (auto values = before.find(loop); values != before.end())
    if (auto value = values->second.find(variable); value != values->second.end())
      return value->second.kind == SymbolicValue::Kind::Pointer && value->second.base == base &&
             value->second.offset == Linear(0);
  if (loadedIn(program, loop, access.address) == variable)
    return true;
  if (effects[base.symbol].cell == noCell)
    return false;
  const Access &cell = effects.cells[effects[base.symbol].cell]; // handed to a function, maybe
  return cell.base.kind == Base::Kind::Object && cell.base.object == variable &&
         cell.offset == Linear(0) && contains(program, loop, program[cell.at].block);
}

AnnotationId DependenceFinder::promisedNoAlias(const AccessGroup &a, const AccessGroup &b,
                                               const PrivateMemory &own) const {
  const Access &x = a.sample, &y = b.sample;
  for (const MemoryPromises::Apart &each : own.promises.apart) {
    auto match = [&](const Access &one, const Access &other) {
      return isReachedFrom(one, each.one, each.loop) && isReachedFrom(other, each.other, each.loop);
    };
    if (x.base != y.base && (match(x, y) || match(y, x)))
      return each.promise;
  }
  return {};
}

AnnotationId DependenceFinder::promisedDistinct(const Access &cell,
                                                const PrivateMemory &own) const {
  for (const MemoryPromises::Distinct &each : own.promises.distinct)
    if (isReachedFrom(cell, each.table, each.loop))
      return each.promise;
  return {};
}

/// One goes to a table of pointers, and the other by way of an entry.
AnnotationId DependenceFinder::promisedTable(const AccessGroup &a, const AccessGroup &b,
                                             const PrivateMemory &own) const {
  for (const MemoryPromises::Distinct &each : own.promises.distinct)
    for (const auto &[table, entry] : {std::pair(&a, &b), std::pair(&b, &a)})
      if (isReachedFrom(table->sample, each.table, each.loop) && !entry->cell.empty() &&
          promisedDistinct(entry->cell[0].sample, own) == each.promise)
        return each.promise;
  return {};
}

/// Both are in a row of a size that an entry of one table selects, and not the same entry.
AnnotationId DependenceFinder::haveDistinctEntries(const Access &a, const Access &b,
                                                   const Viewpoint &view,
                                                   const PrivateMemory &own) {
  struct Selected {
    AnnotationId promise;
    const Access *cell = nullptr;
    int64_t row = 0;
    Window rest;
  };
  auto keep = [&](SymbolId symbol) { return view.isShared(symbol); };
  auto select = [&](const Access &access) {
    Selected found;
    for (const auto &[symbol, coefficient] : access.offset.terms()) {
      const size_t number = effects[symbol].cell;
      if (number == noCell || view.isShared(symbol))
        continue;
      found.promise = promisedDistinct(effects.cells[number], own);
      auto rest = Linear::add(access.offset, Linear::symbol(symbol), -coefficient);
      if (!found.promise.valid() || !rest)
        continue;
      Access within = access;
      within.offset = *rest;
      found.rest = windowOf(effects, within, keep);
      found.cell = &effects.cells[number];
      found.row = coefficient;
      return found;
    }
    return Selected();
  };
  const Selected x = select(a), y = select(b);
  const bool areAlike = x.cell && y.cell && x.promise == y.promise && x.row == y.row &&
                        x.cell->base == y.cell->base && x.cell->size == y.cell->size &&
                        x.rest.isKnown && y.rest.isKnown && x.rest.fixed == y.rest.fixed;
  if (!areAlike ||
      std::max(x.rest.high, y.rest.high) - std::min(x.rest.low, y.rest.low) > std::abs(x.row))
    return {};
  auto keepCounter = [&](SymbolId symbol) { return symbol == view.counter || keep(symbol); };
  const bool mayBeOneEntry =
      mayMeetUnpromised(groupOfCell(*x.cell, view.loop, keepCounter, own),
                        groupOfCell(*y.cell, view.loop, keepCounter, own), view, own);
  return mayBeOneEntry ? AnnotationId() : x.promise;
}

/// In all iterations its values are the same, or those of loops further in.
static bool isSteady(const Effects &effects, const Viewpoint &view, const Linear &value);

static bool isSteady(const Effects &effects, const Viewpoint &view, SymbolId id) {
  const Symbol &symbol = effects[id];
  auto areSteady = [&](const auto &parts) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](const auto &part) { return isSteady(effects, view, part); });
  };
  if (view.isShared(id) || (symbol.counterOf.valid() && id != view.counter) || symbol.isByte)
    return true;
  return symbol.divisor != 0 ? isSteady(effects, view, symbol.dividend)
         : !symbol.factors.empty()
             ? areSteady(symbol.factors)
             : !symbol.multiplicands.empty() && areSteady(symbol.multiplicands);
}

static bool isSteady(const Effects &effects, const Viewpoint &view, const Linear &value) {
  return std::all_of(value.terms().begin(), value.terms().end(),
                     [&](const auto &term) { return isSteady(effects, view, term.first); });
}

/// Their iterations are promised to be, and the place is not plainly the same in all of them. Where
/// Kasuri has made the loop, it knows that of all memory that pointers lead to: pieces of the loop
/// for some of its iterations have places in terms of other loops.
bool DependenceFinder::areIndependent(const AccessGroup &a, const AccessGroup &b,
                                      const Viewpoint &view, const PrivateMemory &own) const {
  auto isMemory = [&](const AccessGroup &group) {
    const Base &base = group.sample.base;
    return !group.sample.isOpaque &&
           (base.kind != Base::Kind::Object || !pointsTo.isSpecial(base.object));
  };
  if (!own.promises.independent.valid() || !view.loop.valid() || !isMemory(a) || !isMemory(b))
    return false;
  auto isFixed = [&](const AccessGroup &group) {
    return isSteady(effects, view, group.sample.offset);
  };
  const Base &base = a.sample.base;
  const bool isVariable = base == b.sample.base && base.kind == Base::Kind::Object &&
                          base.object.index() < program.objects.size() &&
                          program[base.object].type.kind != ValueType::Kind::Aggregate;
  const bool isKnown =
      program[own.promises.independent].kind == Kind::Reordered && base.kind == Base::Kind::Symbol;
  return !isVariable && (isKnown || !(sharesBase(a, b, view) && isFixed(a) && isFixed(b)));
}

bool DependenceFinder::isPromisedApart(const AccessGroup &a, const AccessGroup &b,
                                       const Viewpoint &view, const PrivateMemory &own) {
  AnnotationId promise = promisedNoAlias(a, b, own);
  if (!promise.valid())
    promise = promisedTable(a, b, own);
  if (!promise.valid() && view.loop.valid() && !own.promises.distinct.empty() &&
      sharesBase(a, b, view) && !a.members.empty() && !b.members.empty()) {
    for (const Access &one : a.members)
      for (const Access &other : b.members) {
        promise = haveDistinctEntries(one, other, view, own);
        if (!promise.valid())
          break;
      }
  }
  if (!promise.valid() && areIndependent(a, b, view, own))
    promise = own.promises.independent;
  if (promise.valid())
    reliedOn.insert(promise);
  return promise.valid();
}

} // namespace kasuri
