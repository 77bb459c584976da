// How integers of a function differ, from GCC's dump.
#include "driver/contraction/DumpedNumbers.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace {

/// Of lines as in a dump: declarations, and in one block what begins with "#" and other statements.
DumpedNumbers numbersOf(llvm::StringRef text) {
  DumpedNumbers numbers;
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    if (line.consume_front("# "))
      numbers.add(6, *dumpedPhiIn(line));
    else if (line.contains(" = "))
      numbers.add(*dumpedStatementIn(line));
    else
      numbers.addDeclaration(line);
  }
  return numbers;
}

const std::string declared = "unsigned int ivtmp.9\n"
                             "int k\n"
                             "unsigned int _4\n"
                             "unsigned int _5\n"
                             "unsigned int _8\n"
                             "unsigned long _9\n";
const std::string counted = "# k_2 = PHI <k_3(7), 1(2)>\n"
                            "# ivtmp.9_6 = PHI <ivtmp.9_7(7), 799(2)>\n"
                            "k_3 = k_2 + 1\n"
                            "ivtmp.9_7 = ivtmp.9_6 + 4294967295\n"
                            "_4 = (unsigned int) k_3\n";

TEST(DumpedNumbers, KnowsWhatLoopsCount) {
  const DumpedNumbers numbers = numbersOf(declared + counted + "_5 = 800 - _4\n_8 = _5 + 1\n");
  EXPECT_TRUE(numbers.isOneLess("_5", "ivtmp.9_6"));
  EXPECT_TRUE(numbers.areEqual("_8", "ivtmp.9_6"));
  EXPECT_TRUE(numbers.areEqual("_5", "ivtmp.9_7"));
  EXPECT_FALSE(numbers.areEqual("_5", "ivtmp.9_6"));
  EXPECT_FALSE(numbers.isOneLess("ivtmp.9_6", "_5"));
  EXPECT_FALSE(numbers.areEqual("_5", "_4"));
  EXPECT_TRUE(numbers.isUnsigned("_5"));
  EXPECT_FALSE(numbers.isUnsigned("k_3"));
}

TEST(DumpedNumbers, KnowsOtherLoopsApart) {
  const std::string other = counted + "_5 = 800 - _4\n";
  const auto isKnown = [&](const std::string &text) {
    return numbersOf(declared + text).isOneLess("_5", "ivtmp.9_6");
  };
  ASSERT_TRUE(isKnown(other));
  const auto with = [&](const std::string &part, const std::string &its) {
    std::string text = other;
    return text.replace(text.find(part), part.size(), its);
  };
  EXPECT_FALSE(isKnown(with("k_3(7), 1(2)", "k_3(7), 2(2)")));
  EXPECT_FALSE(isKnown(with("k_3(7), 1(2)", "k_3(5), 1(2)")));
  EXPECT_FALSE(isKnown(with("k_3(7), 1(2)", "k_3(7), 1(2), 1(3)")));
  EXPECT_FALSE(isKnown(with("k_2 + 1", "k_2 + 2")));
  EXPECT_FALSE(isKnown(with("k_2 + 1", "k_2 * 1")));
  EXPECT_FALSE(isKnown(with("k_2 + 1", "k_8 + 1")));
  EXPECT_FALSE(isKnown(with("(unsigned int)", "(unsigned short)")));
}

TEST(DumpedNumbers, StaysWithinOneSize) {
  const std::string sum = "_5 = _4 + 4294967295\n";
  EXPECT_TRUE(numbersOf(declared + sum).isOneLess("_5", "_4"));
  // In a larger type, that is no subtraction.
  EXPECT_FALSE(numbersOf("unsigned long _4\nunsigned long _5\n" + sum).isOneLess("_5", "_4"));
  const std::string wide = "_9 = (unsigned long) _5\n_5 = _4 - 1\n_8 = (unsigned int) _9\n";
  EXPECT_FALSE(numbersOf(declared + wide).isOneLess("_8", "_4"));
  EXPECT_FALSE(numbersOf(declared + wide).areEqual("_9", "_5"));
  // Types that are not known, or not always the same.
  EXPECT_FALSE(numbersOf("int _4\n" + sum).isOneLess("_5", "_4"));
  EXPECT_FALSE(numbersOf(declared + "short int _4\n" + sum).isOneLess("_5", "_4"));
}

TEST(DumpedNumbers, KnowsWhatIsLeft) {
  const std::string left = "# _8 = PHI <niters_vector_mult_vf.3_1(9), 0(31)>\n_5 = _4 - _8\n";
  const auto difference = numbersOf(declared + left).between("_5", "_4");
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->number, 0u);
  EXPECT_EQ(difference->without, "_8");
  EXPECT_FALSE(numbersOf(declared + "_5 = _4 + _8\n").between("_5", "_4"));
  EXPECT_FALSE(numbersOf(declared + left).isOneLess("_5", "_4"));
}

} // namespace
} // namespace kasuri
