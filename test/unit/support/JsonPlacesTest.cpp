// Places of problems in JSON files, by the paths that the problems name.
#include "support/JsonPlaces.h"
#include "support/CheckedJson.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace {

const std::string file = "{\"cores\": [{\"id\": 0},\n"
                         "  {\"id\": \"one, \\\"]}\", \"a.b\": {\"c\": [1, 2]}}],\n"
                         " \"name\": 5}\n";

std::string placeOf(const std::string &problem, const std::string &json = file) {
  const auto placed = placeProblem(json, problem);
  return placed ? std::to_string(placed->line) + ":" + std::to_string(placed->column) + " " +
                      placed->text
                : "none";
}

TEST(JsonPlaces, OfValues) {
  EXPECT_EQ(placeOf("machine.cores[0].id is not a string"),
            "1:19 machine.cores[0].id is not a string");
  EXPECT_EQ(placeOf("machine.cores[1].id is not a number"),
            "2:10 machine.cores[1].id is not a number");
  EXPECT_EQ(placeOf("machine.name is not a string"), "3:10 machine.name is not a string");
  EXPECT_EQ(placeOf("machine.cores[1].a.b.c[1] is odd"), "2:40 machine.cores[1].a.b.c[1] is odd");
}

TEST(JsonPlaces, WhatIsMissingIsWhereItShouldBe) {
  EXPECT_EQ(placeOf("machine.cores[1].clock is missing"), "2:3 machine.cores[1].clock is missing");
  EXPECT_EQ(placeOf("machine.cores[7] is missing"), "1:11 machine.cores[7] is missing");
  EXPECT_EQ(placeOf("machine has no usable core"), "1:1 machine has no usable core");
}

TEST(JsonPlaces, AnUnknownMemberIsAtItsKey) {
  EXPECT_EQ(placeOf("machine.cores[1] has an unknown member 'a.b'; did you mean 'ab'?"),
            "2:23 machine.cores[1] has an unknown member 'a.b'; did you mean 'ab'?");
}

TEST(JsonPlaces, TheParsersOwnPlace) {
  llvm::Expected<llvm::json::Value> value = parseJson("[1, \n 2");
  ASSERT_FALSE(static_cast<bool>(value));
  const std::string problem = toString(value.takeError());
  EXPECT_EQ(placeOf(problem), "2:2 expected , or ] after array element");
}

TEST(JsonPlaces, ProblemsOfTheWholeHaveNone) {
  EXPECT_EQ(placeOf("not a machine file as written by ks-probe"), "none");
  EXPECT_EQ(placeOf("too large for a machine file"), "none");
}

TEST(JsonPlaces, AnyTextIsSurvived) {
  for (const char *json :
       {"", "{", "[", "{\"a\"", "{\"a\":", "[{\"a\":[", "\"", "{\"\\u12\": 1}", "]"})
    for (const char *problem :
         {"m.a[0].b is x", "m[3] is x", "m.a has an unknown member 'q'", "m[x] is"})
      EXPECT_NE(placeOf(problem, json), "");
}

} // namespace
} // namespace kasuri
