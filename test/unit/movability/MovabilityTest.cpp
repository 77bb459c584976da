// Each kind of refusal, and a near program whose code can be moved.
#include "movability/FindMovability.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace kasuri {
namespace {

/// A source, and what of its code can be moved.
class Source {
public:
  explicit Source(const std::string &text, bool isOpenMp = false) {
    std::string folder = (std::filesystem::temp_directory_path() / "movability-XXXXXX").string();
    EXPECT_NE(mkdtemp(folder.data()), nullptr);
    const std::string path = folder + "/source.c";
    std::ofstream(path) << text;
    SourceInput input;
    input.path = path;
    input.arguments = {"-std=gnu11", "-w"};
    parsed = buildProgram({input});
    std::filesystem::remove_all(folder);
    EXPECT_TRUE(parsed);
    facts = findParallelism(parsed->program, 1'000'000);
    graph = buildMacroTaskGraph(parsed->program, facts);
    movability = (isOpenMp ? findOpenMpMovability : findMovability)(parsed->program,
                                                                    parsed->sources, facts, graph);
  }

  /// Of the first layer of `f` with so many tasks or more, all statements as tasks of one layer;
  /// "" if it can be moved.
  std::string whyNot(size_t leastTasks = 2) const {
    for (const Layer &layer : graph.layers) {
      if (parsed->program[layer.function].name != "f" || layer.tasks.size() < leastTasks)
        continue;
      LayerShape shape;
      for (const MacroTask &task : layer.tasks) {
        TaskShape made;
        made.members = {task.id};
        shape.tasks.push_back(made);
      }
      return whyNot(layer, shape);
    }
    return "no such layer";
  }

  /// The first loop of `f` that can be split, alone.
  std::string whyNotLoop(bool hasLateHead = false) const {
    for (const Layer &layer : graph.layers)
      for (const MacroTask &task : layer.tasks)
        if (parsed->program[layer.function].name == "f" && task.splitLoop.valid()) {
          TaskShape made;
          made.members = {task.id};
          made.splitLoop = task.splitLoop;
          made.hasLateHead = hasLateHead;
          return whyNot(layer, {{made}, 0});
        }
    return "no such loop";
  }

private:
  std::optional<FrontendResult> parsed;
  Parallelism facts;
  MacroTaskGraph graph;
  Movability movability;

  std::string whyNot(const Layer &layer, const LayerShape &shape) const {
    const std::optional<Obstacle> obstacle =
        whyNotMovable(parsed->program, facts, layer, movability, shape);
    return obstacle ? obstacle->subject : "";
  }
};

const std::string setters = "static void set(int *at, int value) { *at = value; }\n"
                            "int a, b, c, v[100], w[100];\n";

std::string statements(const std::string &body, const std::string &head = "void f(int n)") {
  return Source(setters + head + " {\n" + body + "\n}\n").whyNot();
}

std::string loop(const std::string &body, const std::string &head = "void f(int n)") {
  return Source(setters + head + " {\n" + body + "\n}\n").whyNotLoop();
}

TEST(Movability, NeedsNamesThatCanBeWrittenElsewhere) {
  EXPECT_EQ(statements("set(&a, n); set(&b, n);"), "");
  EXPECT_EQ(statements("int ks_x = n; set(&a, ks_x); set(&b, n);"),
            "a name that begins with 'ks_'");
  EXPECT_EQ(statements("int s_x = n; set(&a, s_x); set(&b, n);"), "");
  EXPECT_EQ(statements("typedef short T; set(&a, (T)n); set(&b, n);"),
            "a name that is declared inside the function");
  EXPECT_EQ(statements("set(&a, (short)n); set(&b, n);"), "");
}

TEST(Movability, NeedsConstructsThatMeanTheSameElsewhere) {
  EXPECT_EQ(statements("set(&a, __func__[0]); set(&b, n);"), "the name of the enclosing function");
  EXPECT_EQ(statements("set(&a, __LINE__); set(&b, n);"), "");
  EXPECT_EQ(statements("set(&a, __COUNTER__); set(&b, n);"), "__COUNTER__");
  EXPECT_EQ(statements("{ static int s; set(&a, s); } set(&b, n);"), "a static local variable");
  EXPECT_EQ(statements("{ int s = n; set(&a, s); } set(&b, n);"), "");
}

TEST(Movability, ChangesNamesOnlyOfWhatIsShared) {
  const std::string macro = "#define SET(at) set(at, m)\n";
  EXPECT_EQ(Source(setters + macro + "void f(int m) {\n SET(&a); SET(&b);\n}").whyNot(), "");
  EXPECT_EQ(Source(setters + macro + "void f(int m) {\n m = 3; SET(&a); SET(&b);\n}").whyNot(3),
            "'m' inside a macro");
  EXPECT_EQ(Source(setters + "void f(int m) {\n m = 3; set(&a, m); set(&b, m);\n}").whyNot(3), "");
}

TEST(Movability, SharesNoRegisterStructures) {
  const std::string head = "struct s { int m; };\nvoid f(int n)";
  EXPECT_EQ(statements("register struct s r; r.m = n; set(&b, n); a = r.m;", head),
            "a register variable");
  EXPECT_EQ(statements("struct s r; r.m = n; set(&b, n); a = r.m;", head), "");
  EXPECT_EQ(statements("register int r; r = n; set(&b, n); a = r;", head), "") << "it has a copy";
}

TEST(Movability, NeedsAPlaceForTheLayer) {
  EXPECT_EQ(statements("set(&a, n);\n#if 1\n set(&b, n);\n#endif"), "part of an #if block");
  EXPECT_EQ(statements("set(&a, n);\n#if 1\n#endif\n set(&b, n);"), "");
  EXPECT_EQ(statements("set(&a, n);\n#define X 1\n set(&b, n);"),
            "code after #define/#undef inside the function");
  EXPECT_EQ(statements("#define X 1\n set(&a, X); set(&b, n);"), "");
  EXPECT_EQ(statements("#undef X\n set(&a, n); set(&b, n);"),
            "code after #define/#undef inside the function");
}

TEST(Movability, NeedsAFunctionThatCanHaveOthersInFront) {
  const std::string body = "set(&a, n); set(&b, n);";
  EXPECT_EQ(statements(body, "inline void f(int n)"),
            "code in an inline function with external linkage");
  EXPECT_EQ(statements(body + "}\nvoid g(void) { f(1);", "static inline void f(int n)"), "");
  EXPECT_EQ(statements(body, "[[gnu::cold]] void f(int n)"), "a function with a leading attribute");
  EXPECT_EQ(statements(body, "__attribute__((cold)) void f(int n)"), "");
}

TEST(Movability, NeedsALoopHeadThatCanBeEvaluatedInFront) {
  EXPECT_EQ(loop("for (int i = 0; i < n; i++) v[i] = i;"), "");
  EXPECT_EQ(loop("for (int i = 0; i < (int)sizeof i; i++) v[i] = i;"),
            "a loop header of this form");
  EXPECT_EQ(loop("for (int i = 0; i < (int)sizeof n; i++) v[i] = i;"), "");
  EXPECT_EQ(loop("#define EACH for (int i = 0; i < n; i++)\n EACH v[i] = i;"),
            "an expression from a macro");
  EXPECT_EQ(loop("#define END n\n for (int i = 0; i < END; i++) v[i] = i;"), "");
}

TEST(Movability, NeedsTypesThatCanBeNamed) {
  EXPECT_EQ(loop("struct { int m; } s = {n}; for (int i = 0; i < n; i++) v[i] = s.m;"),
            "a variable whose type has no name outside the function");
  EXPECT_EQ(Source(setters + "struct s { int m; };\nvoid f(int n) {\n struct s s = {n};"
                             " for (int i = 0; i < n; i++) v[i] = s.m;\n}")
                .whyNotLoop(),
            "");
  EXPECT_EQ(loop("int T = n; { typedef int T; } for (int i = 0; i < n; i++) v[i] = T;"), "");
}

TEST(Movability, FoldsReductionsOfWhichNothingElseIsSeen) {
  EXPECT_EQ(loop("int s = 0; for (int i = 0; i < n; i++) s += v[i]; a = s;"), "");
  EXPECT_EQ(loop("int s = 0; for (int i = 0; i < n; i++) s += v[i] * sizeof s; a = s;"),
            "a reduction variable whose type the loop queries");
  EXPECT_EQ(loop("int s = 0; for (int i = 0; i < n; i++) s += v[i] * sizeof n; a = s;"), "");
}

std::string openMp(const std::string &body, const std::string &before = "") {
  return Source(setters + before + "void f(int n) {\n" + body + "\n}\n", true).whyNotLoop();
}

TEST(OpenMpMovability, NeedsLoopsThatItCounts) {
  EXPECT_EQ(openMp("for (int i = 0; i < n; i++) v[i] = i;"), "");
  EXPECT_EQ(openMp("int i = 0; while (i < n) { v[i] = i; i++; }"), "a loop of this form");
  EXPECT_EQ(openMp("#define EACH for (int i = 0; i < n; i++)\n EACH v[i] = i;"),
            "code from a macro");
}

TEST(OpenMpMovability, NeedsProgramsWithoutStateOfThreads) {
  EXPECT_EQ(openMp("for (int i = 0; i < n; i++) v[i] = __LINE__;"), "a file that uses __LINE__");
  EXPECT_EQ(openMp("for (int i = 0; i < n; i++) v[i] = i;",
                   "int fork(void);\nint g(void) { return fork(); }\n"),
            "a program that forks");
  EXPECT_EQ(openMp("for (int i = 0; i < n; i++) v[i] = i;", "int knife(void) { return 1; }\n"), "");
}

TEST(OpenMpMovability, NeedsWordsThatAreNoMacros) {
  EXPECT_EQ(openMp("for (int i = 0; i < n; i++) v[i] = i;", "#define shared 1\n"),
            "'shared' is a macro in the source");
  EXPECT_EQ(openMp("for (int i = 0; i < n; i++) v[i] = i;", "#define task 1\n"), "");
  EXPECT_EQ(openMp("for (int i = 0; i < n; i++) v[i] = i;", "#define n n\n"), "");
  EXPECT_EQ(openMp("for (int i = 0; i < n; i++) v[i] = i;", "#define v w\n"), "")
      << "the macro names another variable";
}

TEST(OpenMpMovability, FoldsOnlyWhatHasNoOrder) {
  EXPECT_EQ(openMp("int s = 0; for (int i = 0; i < n; i++) s += v[i]; a = s;"), "");
  EXPECT_EQ(openMp("double s = 0; for (int i = 0; i < n; i++) s += v[i]; a = s;"),
            "the reduction of 's' depends on its order");
}

} // namespace
} // namespace kasuri
