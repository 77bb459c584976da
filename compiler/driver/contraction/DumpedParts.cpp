#include "driver/contraction/DumpedParts.h"

#include "driver/contraction/DumpText.h"
#include "driver/contraction/DumpedNumbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <set>

namespace kasuri {
namespace {

using llvm::StringRef;

struct Block {
  std::vector<DumpedPhi> phis;
  std::vector<DumpedStatement> statements;
  StringRef condition;        ///< of a branch to the first one of `next`; "": none
  std::vector<unsigned> next; ///< blocks
};

std::vector<StringRef> wordsIn(StringRef text) {
  std::vector<StringRef> words;
  auto isPart = [](char letter) { return llvm::isAlnum(letter) || letter == '_' || letter == '.'; };
  while (!(text = text.drop_until(isPart)).empty()) {
    words.push_back(text.take_while(isPart));
    text = text.drop_while(isPart);
  }
  return words;
}

/// One function of the dump.
class FunctionReader {
public:
  std::map<OperatorPlace, std::optional<unsigned>> steps; ///< none: not known

  void addLine(StringRef line) {
    if (line.starts_with("<bb ") && line.ends_with(":")) {
      unsigned number = 0;
      line.drop_front(4).split('>').first.getAsInteger(10, number);
      // A block without a branch goes on with the one behind it.
      if (current && current->next.empty())
        current->next.push_back(number);
      current = &blocks[number];
      return;
    }
    if (!current) {
      addDeclarations(line);
      return;
    }
    if (line.consume_front("# ")) {
      if (auto phi = dumpedPhiIn(line))
        current->phis.push_back(std::move(*phi));
      return;
    }
    if (line.starts_with("goto <bb ")) {
      unsigned number = 0;
      line.drop_front(9).split('>').first.getAsInteger(10, number);
      current->next.push_back(number);
      return;
    }
    if (const StringRef its = withoutDumpedPlace(line);
        its.starts_with("if (") && its.ends_with(")")) {
      current->condition = its.drop_front(4).drop_back();
      return;
    }
    if (line.consume_back(";"))
      if (const auto statement = dumpedStatementIn(line))
        current->statements.push_back(*statement);
  }

  void finish() {
    for (const auto &[number, block] : blocks) {
      for (const DumpedStatement &each : block.statements) {
        defined[each.name] = {number, &each};
        numbers.add(each);
      }
      for (const DumpedPhi &phi : block.phis) {
        phis[phi.name] = {number, &phi};
        numbers.add(number, phi);
      }
    }
    for (const auto &[number, block] : blocks)
      for (const DumpedStatement &each : block.statements)
        if (each.place && isSum(each))
          sums[*each.place].push_back({number, &each});
    for (const auto &[place, its] : sums)
      if (const auto step = stepOf(place))
        steps[place] = step;
      else
        steps[place] = std::nullopt;
    if (hasHidden())
      for (auto &[place, step] : steps)
        step = std::nullopt;
  }

private:
  using Defined = std::pair<unsigned, const DumpedStatement *>;

  /// A loop that adds several products in each round, one after the other.
  struct Chain {
    unsigned block = 0;
    unsigned step = 0;
    bool isLoop = false;   ///< else it is a single round of one
    StringRef last, first; ///< what it comes to, and what it begins with
    StringRef trips;       ///< the number of all iterations: a name
    /// Else it is whatever number the tests around the loop compare with.
    bool isNamed = true;
  };

  DumpedIntegers integers;
  DumpedNumbers numbers;
  std::map<unsigned, Block> blocks;
  Block *current = nullptr;
  llvm::StringMap<Defined> defined;
  llvm::StringMap<std::pair<unsigned, const DumpedPhi *>> phis;
  std::map<OperatorPlace, std::vector<Defined>> sums;
  std::set<std::string> linked; ///< names in chains

  /// Of names and parameters.
  void addDeclarations(StringRef line) {
    if (line.consume_back(";")) {
      integers.addDeclaration(line);
      numbers.addDeclaration(line);
    } else if (line.consume_back(")")) {
      for (StringRef each : dumpedArgumentsIn(line.split(" (").second))
        numbers.addDeclaration(each);
    }
  }

  StringRef valueOf(StringRef name) const {
    const auto its = defined.find(name);
    return its == defined.end() ? StringRef() : its->second.second->value;
  }

  static std::optional<std::pair<StringRef, StringRef>> addedIn(StringRef value) {
    for (StringRef sign : {" + ", " - "})
      if (const auto operands = dumpedOperandsOf(value, sign))
        return operands;
    return std::nullopt;
  }

  static bool isSum(const DumpedStatement &statement) {
    return addedIn(statement.value) || statement.value.starts_with(".");
  }

  bool isElement(StringRef name) const { return valueOf(name).starts_with("BIT_FIELD_REF <"); }

  bool isProduct(StringRef name) const {
    return dumpedOperandsOf(valueOf(name), " * ").has_value();
  }

  /// Some sum of an unknown place may be any.
  bool hasHidden() const {
    for (const auto &[number, block] : blocks)
      for (const DumpedStatement &each : block.statements) {
        if (each.place || linked.contains(each.name.str()))
          continue;
        if (dumpedCallIn(each.value).isFused())
          return true;
        if (const auto operands = addedIn(each.value))
          for (StringRef its : {operands->first, operands->second})
            if (isRealElement(its) || isRealProduct(its))
              return true;
      }
    return false;
  }

  // Not those that surely are integers.

  bool isRealElement(StringRef name) const { return isElement(name) && !integers.contains(name); }

  bool isRealProduct(StringRef name) const {
    if (!isProduct(name) || integers.contains(name))
      return false;
    const auto operands = dumpedOperandsOf(valueOf(name), " * ");
    return !isDumpedInteger(operands->first) && !isDumpedInteger(operands->second);
  }

  std::optional<unsigned> stepOf(const OperatorPlace &place) {
    std::vector<Chain> loops, rounds;
    std::vector<Defined> rest;
    for (const Defined &each : sums[place]) {
      if (dumpedCallIn(each.second->value).isFused()) {
        rest.push_back(each);
        continue;
      }
      const auto chain = chainTo(each);
      if (!chain)
        return std::nullopt;
      (chain->isLoop ? loops : rounds).push_back(*chain);
    }
    const bool isSimple = llvm::all_of(
        loops, [&](const Chain &each) { return loops.size() == 1 || beginsOutside(each, place); });
    if (loops.empty() || rest.empty() || !isSimple || !followLoops(rounds, loops))
      return std::nullopt;
    const std::vector<Chain> &last = rounds.empty() ? loops : rounds;
    const bool isKnown =
        llvm::all_of(last, [&](const Chain &each) { return each.step == last.front().step; }) &&
        llvm::all_of(rest, [&](const Defined &each) { return comesBehind(each, last, place); });
    return isKnown ? std::optional(last.front().step) : std::nullopt;
  }

  /// Behind each loop there is one more round, of half as many products, if there are as many.
  bool followLoops(std::vector<Chain> &rounds, const std::vector<Chain> &loops) const {
    return rounds.empty() ||
           (rounds.size() == loops.size() && llvm::all_of(rounds, [&](Chain &round) {
              const auto &[number, phi] = phis.lookup(round.first);
              return llvm::count_if(loops, [&, number = number, phi = phi](const Chain &loop) {
                       return loop.step == 2 * round.step &&
                              llvm::all_of(phi->values,
                                           [&](const auto &each) {
                                             return each.first == loop.last ||
                                                    (each.first == loop.first &&
                                                     skipsFew(each.second, number, loop));
                                           }) &&
                              takesRestOf(round, loop, number);
                     }) == 1;
            }));
  }

  /// The branch in front of it tests what the loop leaves.
  bool takesRestOf(Chain &round, const Chain &loop, unsigned front) const {
    const Block &block = blocks.at(front);
    for (const DumpedStatement &each : block.statements)
      if (each.name.starts_with("niters.") && isRestOf(each, loop, block))
        round.trips = each.name;
    return !round.trips.empty() && block.next.size() == 2 && block.next[1] == round.block &&
           skipsFew(front, block.next[0], round);
  }

  bool isRestOf(const DumpedStatement &number, const Chain &loop, const Block &block) const {
    if (const auto operands = dumpedOperandsOf(number.value, " - ");
        operands && operands->first == loop.trips)
      return true;
    const auto its = numbers.between(number.name, loop.trips);
    return its && its->number == 0 && llvm::any_of(block.phis, [&](const DumpedPhi &phi) {
             return phi.name == its->without && isDoneBefore(phi);
           });
  }

  /// What the loop has done, or 0 if it is passed.
  static bool isDoneBefore(const DumpedPhi &phi) {
    return phi.values.size() == 2 && llvm::all_of(phi.values, [](const auto &each) {
             return each.first == "0" || each.first.starts_with("niters_vector_mult_vf.");
           });
  }

  /// Ending with this sum, in a loop of one block that runs as often as it should, or in a block
  /// that runs once.
  std::optional<Chain> chainTo(const Defined &last) {
    Chain chain;
    chain.block = last.first;
    chain.last = last.second->name;
    const Block &block = blocks[chain.block];
    chain.isLoop = block.next.size() == 2 && block.next[0] == chain.block;
    StringRef link = chain.last;
    while (!phis.contains(link)) {
      const auto its = defined.find(link);
      const auto operands = its == defined.end() || its->second.first != chain.block
                                ? std::nullopt
                                : addedIn(its->second.second->value);
      if (!operands || isElement(operands->first) == isElement(operands->second) ||
          (isElement(operands->first) && valueOf(link).contains(" - ")))
        return std::nullopt;
      linked.insert(link.str());
      link = isElement(operands->first) ? operands->second : operands->first;
      ++chain.step;
    }
    chain.first = link;
    if (chain.step < 2)
      return std::nullopt;
    if (!chain.isLoop)
      return mayLeaveNothing(chain.block, chain) ? std::optional(chain) : std::nullopt;
    const auto &[number, phi] = phis[link];
    if (number != chain.block || phi->values.size() != 2 || !countsRight(chain) ||
        !mayLeaveNothing(block.next[1], chain))
      return std::nullopt;
    bool isClosed = false;
    for (const auto &[value, from] : phi->values)
      if (from == chain.block)
        isClosed = value == chain.last;
      else
        chain.first = value;
    return isClosed ? std::optional(chain) : std::nullopt;
  }

  /// As often as the chain's step goes into the number of iterations.
  bool countsRight(Chain &chain) const {
    const Block &block = blocks.at(chain.block);
    std::set<StringRef> bounds, seen;
    std::vector<StringRef> open = wordsIn(block.condition);
    while (!open.empty()) {
      const StringRef word = open.back();
      open.pop_back();
      const auto its = defined.find(word);
      if (!seen.insert(word).second || its == defined.end() || its->second.first == chain.block)
        continue;
      if (word.starts_with("bnd.")) {
        bounds.insert(word);
        continue;
      }
      llvm::append_range(open, wordsIn(its->second.second->value));
    }
    if (bounds.size() != 1)
      return false;
    const auto [trips, shift] = valueOf(*bounds.begin()).split(" >> ");
    unsigned bits = 0;
    if (shift.getAsInteger(10, bits) || bits > 8 || (1u << bits) != chain.step ||
        !isDumpedOperand(trips))
      return false;
    chain.trips = trips;
    chain.isNamed = trips.starts_with("niters.") && isWholeNumber(valueOf(trips));
    return chain.isNamed || numbers.isUnsigned(trips);
  }

  /// A number of another type, or 1 where the loop would not be reached; no sum.
  static bool isWholeNumber(StringRef value) {
    if (value.consume_front("(unsigned int) ") || value.consume_front("(unsigned long) ") ||
        value.consume_front("(long unsigned int) "))
      return isDumpedOperand(value);
    const auto [test, values] = value.split(" > 0 ? ");
    const auto [number, other] = values.split(" : ");
    return isDumpedOperand(test) && isDumpedOperand(number) && other == "1";
  }

  /// In the block behind the loop: nothing is left if the step divides the number of iterations.
  /// So no last round is left to the loop of the rest.
  bool mayLeaveNothing(unsigned behind, const Chain &chain) const {
    const auto block = blocks.find(behind);
    if (block == blocks.end() || block->second.next.size() != 2)
      return false;
    const auto [left, right] = block->second.condition.split(" == ");
    if (right == "0") {
      const auto [number, mask] = valueOf(left).split(" & ");
      return mask == std::to_string(chain.step - 1) &&
             (chain.isNamed || number == chain.trips || numbers.areEqual(number, chain.trips));
    }
    return chain.isLoop && ((left == chain.trips && right.starts_with("niters_vector_mult_vf.")) ||
                            (right == chain.trips && left.starts_with("niters_vector_mult_vf.")));
  }

  bool isSumAt(StringRef name, const OperatorPlace &place) const {
    const auto its = defined.find(name);
    return its != defined.end() && its->second.second->place == place;
  }

  bool beginsOutside(const Chain &chain, const OperatorPlace &place) const {
    return !phis.contains(chain.first) && !isSumAt(chain.first, place);
  }

  /// What it adds to is what a chain has come to, or the sum before it, or what the chain would
  /// have begun with if there are too few iterations.
  bool comesBehind(const Defined &fused, const std::vector<Chain> &chains,
                   const OperatorPlace &place) const {
    const StringRef added = dumpedCallIn(fused.second->value).arguments.back();
    if (isSumAt(added, place) && dumpedCallIn(valueOf(added)).isFused())
      return true;
    const auto phi = phis.find(added);
    if (phi == phis.end() || phi->second.first != fused.first)
      return false;
    const auto &values = phi->second.second->values;
    return llvm::any_of(chains, [&](const Chain &chain) {
      return llvm::all_of(values, [&](const std::pair<StringRef, unsigned> &each) {
        return each.first == chain.last ||
               (isSumAt(each.first, place) && dumpedCallIn(valueOf(each.first)).isFused()) ||
               (each.first == chain.first && skipsFew(each.second, fused.first, chain));
      });
    });
  }

  /// The branch passes the loop only if it would have no iteration.
  bool skipsFew(unsigned from, unsigned to, const Chain &chain) const {
    const auto block = blocks.find(from);
    if (block == blocks.end() || block->second.next.size() != 2 || block->second.next[0] != to)
      return false;
    const StringRef condition = block->second.condition;
    if (const auto [number, most] = condition.split(" <= "); !most.empty()) {
      const auto [trips, less] = valueOf(number).split(" + ");
      const bool isOneLess =
          trips == chain.trips && (less == "4294967295" || less == "18446744073709551615");
      return most == std::to_string(chain.step - 2) &&
             (isOneLess || (numbers.isUnsigned(number) && numbers.isOneLess(number, chain.trips)));
    }
    const auto [number, one] = condition.split(" == ");
    return chain.step == 2 && one == "1" &&
           (number == chain.trips || llvm::is_contained(wordsIn(valueOf(chain.trips)), number));
  }
};

} // namespace

FusedParts fusedPartsIn(const std::string &dump) {
  std::map<OperatorPlace, std::optional<unsigned>> all;
  std::optional<FunctionReader> function;
  auto finish = [&] {
    if (!function)
      return;
    function->finish();
    for (const auto &[place, step] : function->steps) {
      auto [its, isNew] = all.try_emplace(place, step);
      if (!isNew && its->second != step)
        its->second = std::nullopt;
    }
  };
  StringRef left(dump);
  while (!left.empty()) {
    StringRef line;
    std::tie(line, left) = left.split('\n');
    line = line.trim();
    if (line.starts_with(";; Function ")) {
      finish();
      function.emplace();
    } else if (function) {
      function->addLine(line);
    }
  }
  finish();
  FusedParts parts;
  for (const auto &[place, step] : all)
    if (step)
      parts[place] = *step;
  return parts;
}

} // namespace kasuri
