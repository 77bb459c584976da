// Linear expressions: sorted terms, cancellation, and refusal instead of overflow.
#include "analysis/support/Linear.h"
#include "analysis/library/LibraryFunctions.h"

#include <gtest/gtest.h>

using namespace kasuri;

TEST(Linear, AddsAndCancels) {
  Linear a = *Linear::add(Linear(3), Linear::symbol(SymbolId(2), 4));
  Linear b = *Linear::add(Linear(5), Linear::symbol(SymbolId(1), 7));
  Linear sum = *Linear::add(a, b, 2);
  EXPECT_EQ(sum.constant(), 13);
  EXPECT_EQ(sum.coefficientOf(SymbolId(1)), 14);
  EXPECT_EQ(sum.coefficientOf(SymbolId(2)), 4);
  EXPECT_TRUE(Linear::add(sum, sum, -1)->isConstant());
}

TEST(Linear, RefusesWhatDoesNotFit) {
  Linear large(unboundedAbove - 1);
  EXPECT_FALSE(Linear::add(large, large).has_value());
  EXPECT_FALSE(Linear::scale(Linear::symbol(SymbolId(0), unboundedAbove / 2), 5).has_value());
}

TEST(Linear, RefusesTooManyTerms) {
  Linear sum;
  size_t terms = 0;
  while (const std::optional<Linear> more = Linear::add(sum, Linear::symbol(SymbolId(terms)))) {
    sum = *more;
    ASSERT_LE(++terms, 100U);
  }
  EXPECT_GE(terms, 50U);
  EXPECT_TRUE(Linear::add(sum, Linear::symbol(SymbolId(size_t(0))), 5).has_value());
}

TEST(LibraryFunctions, AreKnownByTheirWords) {
  const LibraryFunction *copy = findLibraryFunction("memcpy");
  ASSERT_NE(copy, nullptr);
  ASSERT_EQ(copy->effects.size(), 2u);
  EXPECT_TRUE(copy->effects[0].writes);
  EXPECT_EQ(copy->effects[1].sizeArgument, 2);
  EXPECT_EQ(copy->returned, 0);
  EXPECT_TRUE(findLibraryFunction("printf")->isInputOutput);
  EXPECT_TRUE(findLibraryFunction("sqrt")->effects.empty());
  EXPECT_EQ(findLibraryFunction("no_such_function"), nullptr);
}

TEST(LibraryFunctions, TellWhatIsSurelyWritten) {
  const LibraryFunction *fill = findLibraryFunction("memset"),
                        *print = findLibraryFunction("snprintf");
  EXPECT_TRUE(fill->effects[0].isSure && fill->effects[0].writes);
  EXPECT_EQ(fill->effects[0].sizeArgument, 2);
  EXPECT_TRUE(print->effects[0].writes);
  EXPECT_FALSE(print->effects[0].isSure);
}

TEST(LibraryFunctions, TellStateLocaleAndVariables) {
  EXPECT_EQ(findLibraryFunction("lgammaf")->variablesSet, std::vector<std::string_view>{"signgam"});
  EXPECT_EQ(findLibraryFunction("getenv")->variablesRead, std::vector<std::string_view>{"environ"});
  EXPECT_EQ(findLibraryFunction("tzset")->variablesSet.size(), 3u);
  EXPECT_TRUE(findLibraryFunction("tolower")->readsLocale);
  EXPECT_TRUE(findLibraryFunction("setlocale")->writesLocale);
  EXPECT_TRUE(findLibraryFunction("setlocale")->staysOnThread);
  EXPECT_TRUE(findLibraryFunction("__ctype_b_loc")->returnsLocale);
  EXPECT_TRUE(findLibraryFunction("gmtime")->reusesResult);
  EXPECT_TRUE(findLibraryFunction("gmtime")->returnsLibraryMemory);
  EXPECT_FALSE(findLibraryFunction("fopen")->reusesResult);
}
