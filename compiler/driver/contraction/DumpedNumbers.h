// How integers of a function differ, as far as GCC's dump of it tells (DumpText.h).
//
//     unsigned int _4;                        declared in front
//     int k_2;
//     ..
//     # k_2 = PHI <k_3(7), 1(2)>              1 + r, in round r of the loop that begins here
//     # ivtmp_6 = PHI <ivtmp_7(7), 799(2)>    799 - r
//     k_3 = k_2 + 1;                          2 + r
//     ivtmp_7 = ivtmp_6 + 4294967295;         798 - r
//     _4 = (unsigned int) k_3;
//     _5 = 800 - _4;                          798 - r: one less than ivtmp_6
//
// All of it is modulo the size of one unsigned type: numbers of types of another size, and what is
// computed in another way, are names that stand for themselves. A name keeps its value until the
// loop around its statement comes there again, and then all names that are made of it get new ones
// before they are used. So two names with the same sum are equal wherever both are known.
#pragma once

#include "driver/contraction/DumpText.h"

#include "llvm/ADT/StringMap.h"

#include <map>

namespace kasuri {

class DumpedNumbers {
public:
  /// `line`: without its semicolon; it may be anything.
  void addDeclaration(llvm::StringRef line);
  void add(const DumpedStatement &statement);
  void add(unsigned block, const DumpedPhi &phi);

  /// The first one minus the second one is this number, and possibly minus a name.
  struct Difference {
    uint64_t number = 0;
    llvm::StringRef without; ///< "": no name
  };
  /// Nothing if it is another sum, or not known.
  std::optional<Difference> between(llvm::StringRef first, llvm::StringRef second) const;
  bool areEqual(llvm::StringRef first, llvm::StringRef second) const;
  /// The second one minus 1.
  bool isOneLess(llvm::StringRef first, llvm::StringRef second) const;
  bool isUnsigned(llvm::StringRef name) const;

private:
  struct Type {
    int bytes = 0; ///< 0: it is no such integer, or not always the same
    bool isUnsigned = false;
  };
  struct Sum {
    uint64_t constant = 0;
    std::map<std::string, uint64_t> terms; ///< factors, by name; none of them 0

    bool operator==(const Sum &) const = default;
  };
  struct Phi {
    unsigned block = 0;
    DumpedPhi its;
  };

  llvm::StringMap<Type> types; ///< by name without number
  llvm::StringMap<llvm::StringRef> values;
  llvm::StringMap<Phi> phis;

  Type typeOf(llvm::StringRef name) const;
  static void add(Sum &sum, const Sum &other, uint64_t factor, int bytes);
  /// How far to go on from a name to what it is made of.
  struct Reach {
    int bytes = 0; ///< of its type
    int steps = 0;
    bool hasRounds = true; ///< else what a loop counts stands for itself
  };
  std::optional<Sum> sumOf(llvm::StringRef operand, Reach reach) const;
  std::optional<Sum> computedSum(llvm::StringRef value, Reach reach) const;
  std::optional<Sum> countedSum(const Phi &phi, Reach reach) const;
};

} // namespace kasuri
