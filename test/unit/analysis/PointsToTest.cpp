// Where unknown code is called, World stands for all that escaped: none of it may be lost by that.
#include "analysis/pointers/PointsTo.h"
#include "analysis/pointers/FindPointsTo.h"
#include "analysis/pointers/PointersByObject.h"
#include "frontend/Frontend.h"
#include "model/Inline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace kasuri;

namespace {

/// Calls functions without a definition, so nearly all that it names escapes.
class Open {
public:
  explicit Open(const std::string &text) : program(lower(text)), pointsTo(findPointsTo(program)) {}

  ObjectId object(const std::string &name) const {
    auto place = std::find_if(program.objects.begin(), program.objects.end(),
                              [&](const Object &each) { return each.name == name; });
    EXPECT_NE(place, program.objects.end()) << name;
    return ObjectId(static_cast<size_t>(place - program.objects.begin()));
  }

  /// May the pointer, as it is loaded from its variable, lead to that object?
  bool mayLeadTo(const std::string &pointer, const std::string &target) const {
    const ObjectId variable = object(pointer), aim = object(target);
    return std::any_of(program.values.begin(), program.values.end(), [&](const Instruction &value) {
      return isLoadOf(value, variable) && leadsTo(idOf(value), aim);
    });
  }

  /// May the only call through the pointer reach that function?
  bool mayCall(const std::string &callee) const {
    return std::any_of(pointsTo.callees.begin(), pointsTo.callees.end(), [&](const auto &call) {
      bool isIndirect = !program[call.first].callee.valid();
      return isIndirect && std::any_of(call.second.begin(), call.second.end(),
                                       [&](auto each) { return program[each].name == callee; });
    });
  }

  Program program;
  PointsTo pointsTo;

private:
  static Program lower(const std::string &text) {
    char path[] = "/tmp/kasuri-points-to-XXXXXX.c";
    const int file = mkstemps(path, 2);
    EXPECT_GE(file, 0);
    close(file);
    std::ofstream(path) << text;
    auto parsed = buildProgram({{path, {}, ""}});
    unlink(path);
    EXPECT_TRUE(parsed.has_value());
    return parsed ? std::move(parsed->program) : Program();
  }

  ValueId idOf(const Instruction &value) const {
    return ValueId(static_cast<size_t>(&value - program.values.data()));
  }

  bool isLoadOf(const Instruction &value, ObjectId variable) const {
    if (value.op != Op::Load)
      return false;
    const Instruction &address = program[value.operands[0]];
    return address.op == Op::Address && address.object == variable;
  }

  bool leadsTo(ValueId value, ObjectId target) const {
    const LocationSet &set = pointsTo.of(value);
    return std::any_of(set.begin(), set.end(), [&](const Location &location) {
      return pointsTo.sameMemory(location.object, target);
    });
  }
};

/// Loads and stores of pointers that may lead to the object, by a look at each of them.
std::vector<ValueId> movedByScan(const Open &code, ObjectId object) {
  std::vector<ValueId> found;
  for (size_t i = 0; i < code.program.values.size(); ++i) {
    const Instruction &value = code.program.values[i];
    const bool isMove = value.op == Op::Load || value.op == Op::Store;
    const ValueId pointer = value.op == Op::Store ? value.operands[1] : ValueId(i);
    if (isMove && code.pointsTo.mayBeIn(code.pointsTo.of(pointer), object))
      found.emplace_back(i);
  }
  return found;
}

std::vector<ValueId> movedByIndex(const Open &code, ObjectId object) {
  const PointersByObject index(code.program, code.pointsTo);
  std::vector<ValueId> found;
  EXPECT_FALSE(index.anyMoved(code.pointsTo, object, [&](ValueId each) {
    found.push_back(each);
    return false;
  }));
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace

TEST(PointsTo, IndexFindsTheLoadsAndStoresThatAScanFinds) {
  Open code("int *find(void); void give(int *); union u { int *to; long n; };"
            "static int a, b, c; static int *kept; int *open; static union u both;"
            "int f(int n) { int *p = find(), *q = &b, *r = n ? &a : &c; kept = r; give(&a);"
            "open = q; both.to = kept; int *s = open, *t = (int *)(both.n + 4);"
            "return *p + *q + *r + *s + *t; }");
  for (size_t i = 0; i < code.program.objects.size(); ++i)
    EXPECT_EQ(movedByIndex(code, ObjectId(i)), movedByScan(code, ObjectId(i)))
        << code.program.objects[i].name;
  EXPECT_FALSE(movedByScan(code, code.object("a")).empty());
  EXPECT_LT(movedByScan(code, code.object("c")).size(), movedByScan(code, code.object("a")).size());
}

TEST(PointsTo, KeepsApartWhatUnknownCodeNeverSaw) {
  Open code("int *find(void); static int a, b;"
            "int f(void) { int *p = find(), *q = &b; return a + *p + *q; }");
  EXPECT_FALSE(code.mayLeadTo("p", "a"));
  EXPECT_FALSE(code.mayLeadTo("p", "b"));
  EXPECT_TRUE(code.mayLeadTo("q", "b"));
  EXPECT_FALSE(code.mayLeadTo("q", "a"));
}

TEST(PointsTo, PointerOfUnknownCodeLeadsToWhatEscapes) {
  Open code("int *find(void); void give(int *); static int a, b;"
            "int f(void) { int *p = find(); give(&a); return *p + b; }");
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
  EXPECT_FALSE(code.mayLeadTo("p", "b"));
}

TEST(PointsTo, ObjectEscapesAfterTheLoad) {
  Open code("struct s { int *to; }; void give(struct s *); static int a, b; static struct s table;"
            "int f(void) { int *p = table.to; table.to = &a; give(&table); return *p + b; }");
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
  EXPECT_TRUE(code.pointsTo.escaped.contains(code.object("a")));
  EXPECT_FALSE(code.mayLeadTo("p", "b"));
}

TEST(PointsTo, EscapesThroughAMemberOfWhatEscaped) {
  Open code("struct s { struct s *next; int *to; };"
            "struct s *find(void); void give(struct s *);"
            "static int a, b; static struct s inner = {0, &a}, outer = {&inner, 0};"
            "int f(void) { int *p = find()->next->to; give(&outer); return *p + b; }");
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
  EXPECT_TRUE(code.mayLeadTo("p", "inner"));
  EXPECT_FALSE(code.mayLeadTo("p", "b"));
}

TEST(PointsTo, StoreThroughWorldIsFoundInWhatEscaped) {
  Open code("int **find(void); void give(int **); static int a, b; static int *cell, *own;"
            "int f(void) { give(&cell); *find() = &a; int *p = cell, *q = own;"
            "return *p + *q + b; }");
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
  EXPECT_FALSE(code.mayLeadTo("p", "b"));
  EXPECT_FALSE(code.mayLeadTo("q", "a"));
}

TEST(PointsTo, EscapedTableOfFunctionsIsCalledFromWorld) {
  Open code("typedef int (*step)(int); const step *find(void); void give(const step *);"
            "static int one(int x) { return x + 1; } static int two(int x) { return x + 2; }"
            "static int unused(int x) { return x; }"
            "static const step steps[] = {one, two};"
            "int f(int n) { give(steps); return find()[n](n) + unused(n); }");
  EXPECT_TRUE(code.mayCall("one"));
  EXPECT_TRUE(code.mayCall("two"));
  EXPECT_FALSE(code.mayCall("unused"));
}

TEST(PointsTo, FunctionStoredThroughWorldIsCalledFromATable) {
  Open code("typedef int (*step)(int); step *find(void); void give(step *);"
            "static int one(int x) { return x + 1; } static step steps[2];"
            "int f(int n) { give(steps); *find() = one; return steps[n](n); }");
  EXPECT_TRUE(code.mayCall("one"));
}

TEST(PointsTo, CallbackGetsWhatEscaped) {
  Open code("void later(void (*)(int *)); void give(int *); static int a, b;"
            "static void back(int *p) { *p = 1; }"
            "int f(void) { later(back); give(&a); return a + b; }");
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
  EXPECT_FALSE(code.mayLeadTo("p", "b"));
}

TEST(PointsTo, PointerOfUnknownCodeComesBackFromAFile) {
  Open code("struct s { int *to; }; struct s *find(void); void give(int *);"
            "typedef struct file file; unsigned long fwrite(const void *, unsigned long,"
            "unsigned long, file *), fread(void *, unsigned long, unsigned long, file *);"
            "static int a, b, c; static struct s copy, known = {&c};"
            "int f(file *t) { give(&a); fwrite(find(), 8, 1, t); fwrite(&known, 8, 1, t);"
            "fread(&copy, 8, 1, t); int *p = copy.to; return *p + b; }");
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
  EXPECT_TRUE(code.mayLeadTo("p", "c"));
  EXPECT_FALSE(code.mayLeadTo("p", "b"));
}

TEST(PointsTo, StreamLeavesNothingInAFile) {
  Open code("typedef struct file file; file *open(void); void give(int *); int putc(int, file *);"
            "unsigned long fread(void *, unsigned long, unsigned long, file *);"
            "static int a, c; static struct { int *to; } copy;"
            "int f(void) { file *t = open(); give(&a); putc(1, t); copy.to = &c;"
            "fread(&copy, 8, 1, t); int *p = copy.to; return *p; }");
  EXPECT_TRUE(code.mayLeadTo("p", "c"));
  EXPECT_FALSE(code.mayLeadTo("p", "a"));
}

TEST(PointsTo, BlocksHandedOutKeepWhatUnknownCodePutThere) {
  Open code("void *malloc(unsigned long); struct s { int *to; }; void give(int *);"
            "struct s *find(void); static int a, b;"
            "static struct s *get(int n) { struct s *s = n ? malloc(8) : find(); return s; }"
            "int f(int n) { give(&a); struct s *got = get(n); int *p = got->to; return *p + b; }");
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
  EXPECT_FALSE(code.mayLeadTo("p", "b"));
}

constexpr const char *copies =
    "void *memcpy(void *, const void *, unsigned long); void *calloc(unsigned long, unsigned long);"
    "struct s { int *front; char text[16]; int *behind; }; static int a, b, c;";

TEST(PointsTo, ACopyMovesAsManyBytesAsItIsTold) {
  Open code(
      std::string(copies) +
      "int f(void) { struct s *from = calloc(1, 32), *to = calloc(1, 32);"
      "from->behind = &a; from->front = &c; to->behind = &b; memcpy(to->text, from->text, 16);"
      "int *p = to->behind; memcpy(to, from, 8); int *q = to->front; return *p + *q; }");
  EXPECT_TRUE(code.mayLeadTo("p", "b"));
  EXPECT_FALSE(code.mayLeadTo("p", "a"));
  EXPECT_TRUE(code.mayLeadTo("q", "c"));
  EXPECT_FALSE(code.mayLeadTo("q", "a"));
}

TEST(PointsTo, ACopyIsNoLongerThanItsObjects) {
  Open code(std::string(copies) +
            "int f(unsigned long n) { struct s *s = calloc(1, 32); char part[16]; int *first[1];"
            "s->front = &c; s->behind = &a; memcpy(part, s->text, n); memcpy(s->text, part, n);"
            "int *p = s->front; memcpy(first, s, n); int *q = *first; return *p + *q; }");
  EXPECT_TRUE(code.mayLeadTo("p", "c"));
  EXPECT_FALSE(code.mayLeadTo("p", "a"));
  EXPECT_TRUE(code.mayLeadTo("q", "c"));
  EXPECT_FALSE(code.mayLeadTo("q", "a"));
}

TEST(PointsTo, ACopyFillsTheLargestOfItsTargets) {
  Open code(std::string(copies) +
            "int f(unsigned long n) { struct s *s = calloc(1, 32), big; int *small[1];"
            "s->behind = &a; void *to = small; if (n > 8) to = &big; memcpy(to, s, n);"
            "int *p = big.behind; return *p; }");
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
}

TEST(PointsTo, ACopyMayGoOnBehindAnArray) {
  Open code(std::string(copies) +
            "int f(int i) { struct s *s = calloc(1, 32); struct { int *first, *second; } to;"
            "s->behind = &a; memcpy(&to, &s->text[i], 16); int *p = to.second; return *p; }");
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
}

TEST(PointsTo, AppendedBytesMayLieFurtherBack) {
  const std::string start =
      std::string(copies) +
      "char *strcat(char *, const char *); unsigned long strlcat(char *, const char *,"
      "unsigned long); int f(void) { struct s *s = calloc(1, 32); int *part[1] = {&a};"
      "s->behind = &b; ";
  const std::string end = " int *p = s->behind; return *p; }";
  EXPECT_TRUE(Open(start + "strcat(s->text, (char *)part);" + end).mayLeadTo("p", "a"));
  EXPECT_TRUE(Open(start + "strlcat(s->text, (char *)part, 24);" + end).mayLeadTo("p", "a"));
}

TEST(PointsTo, OnlyTheArrayGoesIntoAFile) {
  const std::string start =
      std::string(copies) +
      "typedef struct file file; unsigned long fwrite(const void *, unsigned long, unsigned long,"
      "file *), fread(void *, unsigned long, unsigned long, file *); static int *copy;"
      "int f(file *t, unsigned long n) { struct s *s = calloc(1, 32); s->behind = &a; ";
  const std::string end = " fread(&copy, 8, 1, t); int *p = copy; return *p; }";
  EXPECT_FALSE(Open(start + "fwrite(s->text, 1, n, t);" + end).mayLeadTo("p", "a"));
  EXPECT_TRUE(Open(start + "fwrite(s, 1, n, t);" + end).mayLeadTo("p", "a"));
  EXPECT_TRUE(Open(start + "fwrite(&s->front, 1, n, t);" + end).mayLeadTo("p", "a"));
  EXPECT_TRUE(Open(start + "fwrite((int **)s->text, 1, n, t);" + end).mayLeadTo("p", "a"));
}

TEST(PointsTo, AFunctionThatStandsInPlaceOfAllItsCallsKeepsTheirArguments) {
  Open code("static int a, b, *held; static long number; static void keep(int *p) { held = p; }"
            "int main(void) { number = (long)&b; keep(&a); return *held + (int)number; }");
  std::set<ValueId> calls;
  for (const Instruction &value : code.program.values)
    if (value.op == Op::Call)
      calls.insert(ValueId(static_cast<size_t>(&value - code.program.values.data())));
  code.program = inlineCalls(code.program, {calls}).program;
  code.pointsTo = findPointsTo(code.program);
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
  EXPECT_FALSE(code.mayLeadTo("p", "b"));
}

TEST(PointsTo, CallsThroughOneVariablePassWhatAnyOfThemPasses) {
  Open code("static int a, b, c; static int *take(int *p) { return p; }"
            "static int *give(int *q, int *r) { return r ? q : &c; } static int *(*hook)();"
            "int main(int n, char **v) { hook = n > 2 ? take : give; int *s = hook(&a);"
            "int *t = hook(&b); int *u = hook(&c, &c); return *s + *t + *u; }");
  for (const char *result : {"s", "t", "u", "p", "q"})
    for (const char *target : {"a", "b", "c"})
      EXPECT_TRUE(code.mayLeadTo(result, target)) << result << " " << target;
  EXPECT_TRUE(code.mayLeadTo("r", "c"));
  EXPECT_FALSE(code.mayLeadTo("r", "a"));
  for (const auto &[call, callees] : code.pointsTo.callees)
    EXPECT_EQ(callees.size(), 2u);
  EXPECT_EQ(code.pointsTo.callees.size(), 3u);
  EXPECT_TRUE(code.pointsTo.unknownCalls.empty());
}

TEST(PointsTo, UnknownCodeGetsWhatAnyCallThroughTheVariablePasses) {
  Open code("int *find(void); static int a, b, c; int *(*hook)(int *);"
            "int *f(void) { return hook(&a); } int *g(void) { int *p = hook(&b); return p + c; }");
  EXPECT_EQ(code.pointsTo.unknownCalls.size(), 2u);
  EXPECT_TRUE(code.pointsTo.escaped.contains(code.object("a")));
  EXPECT_TRUE(code.pointsTo.escaped.contains(code.object("b")));
  EXPECT_FALSE(code.pointsTo.escaped.contains(code.object("c")));
  EXPECT_TRUE(code.mayLeadTo("p", "a"));
}

TEST(PointsTo, WhatIsSetToUnknownCodeIsSoForAllItsCalls) {
  Open code("static int a, b, c; int *(*get(void))(int *); static int *(*hook)(int *);"
            "int *f(void) { return hook(&a); } int *g(void) { return hook(&b) + c; }"
            "void set(void) { hook = get(); }");
  EXPECT_EQ(code.pointsTo.unknownCalls.size(), 3u);
  EXPECT_TRUE(code.pointsTo.escaped.contains(code.object("a")));
  EXPECT_TRUE(code.pointsTo.escaped.contains(code.object("b")));
  EXPECT_FALSE(code.pointsTo.escaped.contains(code.object("c")));
}

TEST(PointsTo, ArgumentsWithoutAParameterEscape) {
  Open code("static int a, b; static int *first(int *p, ...) { return p; }"
            "static int *(*hook)(int *, ...);"
            "int main(void) { hook = first; int *s = hook(&a, &b); return *s; }");
  EXPECT_TRUE(code.pointsTo.escaped.contains(code.object("b")));
  EXPECT_FALSE(code.pointsTo.escaped.contains(code.object("a")));
}
