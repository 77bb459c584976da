// Putting pragmas into the original text. Text outside layers is untouched, but for one comment
// at the top of a file that has any.
#include "emit/openmp/OpenMp.h"

#include "emit/openmp/PrintPragma.h"
#include "movability/openmp/MoveOpenMp.h"
#include "movability/text/SourceText.h"

namespace kasuri {

namespace {

/// What the plan says and OpenMP does not.
const char *const preface =
    "/* Parallelised by Kasuri with OpenMP 5; compile with -fopenmp. Without it, this is the\n"
    " * sequential program, and its results are the same on any number of threads.\n"
    " *\n"
    " * What OpenMP does not express of a plan: which core runs which iterations and tasks, groups "
    "of\n"
    " * cores for tasks that are parallel themselves, cores that are this program's alone, and "
    "the\n"
    " * frequencies and idle states of cores. */\n";

/// By which a compiler knows the lines of the source in the output; none if nobody asks.
class LineNames {
public:
  LineNames(const SourceText &source, std::optional<std::string> path)
      : source(source), path(std::move(path)) {}

  /// In front of a line that begins with what stands there in the source.
  std::string at(unsigned offset) const {
    return path ? source.lineDirectiveOf(offset, *path) : "";
  }

  /// What follows a changed text on its last line stands behind it in the source.
  void addTo(std::vector<TextEdit> &edits) const {
    for (TextEdit &each : edits) {
      const size_t last = each.text.rfind('\n');
      if (last != std::string::npos)
        each.text.insert(last + 1, at(each.range.end));
      else if (path && source.lineOf(each.range.begin) != source.lineOf(each.range.end))
        each.text += "\n" + at(each.range.end);
    }
  }

private:
  const SourceText &source;
  std::optional<std::string> path;
};

/// The changes that make a layer of the source's text.
class LayerPrinter {
public:
  LayerPrinter(const SourceText &source, const LineNames &names) : source(source), names(names) {}

  std::vector<TextEdit> print(const OpenMpForm &form) {
    for (const OpenMpLoop &each : form.loops)
      add(each);
    if (form.kind == OpenMpForm::Kind::Sections)
      addSections(form);
    if (form.kind == OpenMpForm::Kind::Tasks)
      addTasks(form);
    return std::move(edits);
  }

private:
  const SourceText &source;
  const LineNames &names;
  std::vector<TextEdit> edits;

  /// The line's own white space comes before what is inserted, and once more behind it.
  void insertBefore(unsigned begin, const std::string &front, const std::string &indentation) {
    edits.push_back(
        {{begin, begin},
         (source.isAtLineStart(begin) ? front.substr(indentation.size()) : "\n" + front) +
             indentation});
  }

  /// Each on a line of its own.
  static std::string lines(const std::vector<std::string> &statements,
                           const std::string &indentation) {
    std::string text;
    for (const std::string &each : statements)
      text += indentation + each + "\n";
    return text;
  }

  /// Behind the closing brace of it all.
  static std::string behindAll(const OpenMpForm &form, const std::string &indentation) {
    std::string text;
    for (const std::string &each : form.after)
      text += "\n" + indentation + each;
    return text;
  }

  void insertBehind(unsigned end, const std::string &back) {
    if (!back.empty())
      edits.push_back({{end, end}, back});
  }

  void add(const OpenMpLoop &loop) {
    const std::string outer = source.indentationAt(loop.range.begin);
    const std::string inner = outer + (loop.isInArm ? "  " : "");
    Pragma pragma = loop.pragma;
    std::string front, back;
    if (loop.isInArm) {
      front = outer + "if (" + pragma.condition + ") {\n";
      pragma.condition.clear();
    }
    for (const std::string &each : loop.before)
      front += inner + each + "\n";
    front += kasuri::print(pragma, inner);
    for (const std::string &each : loop.after)
      back += "\n" + inner + each;
    if (loop.isInArm)
      back += "\n" + outer + "} else {\n" + names.at(loop.range.begin) + inner +
              source.text(loop.range) + "\n" + outer + "}";
    const unsigned begin = loop.range.begin;
    edits.push_back(
        {{begin, begin},
         source.isAtLineStart(begin) ? front.substr(outer.size()) + inner : "\n" + front + inner});
    edits.insert(edits.end(), loop.edits.begin(), loop.edits.end());
    insertBehind(loop.range.end, back + loop.behind);
  }

  /// Statements of one task that share a line get one each: under a pragma, compilers take the
  /// second for a mistake.
  void separate(const OpenMpGroup &group) {
    for (size_t i = 1; i < group.statements.size(); ++i)
      if (const unsigned begin = group.statements[i].begin; !source.isAtLineStart(begin))
        edits.push_back({{begin, begin}, "\n" + source.indentationAt(begin)});
  }

  void addSections(const OpenMpForm &form) {
    const std::string indentation = source.indentationAt(form.groups.front().range().begin);
    for (const OpenMpGroup &group : form.groups) {
      const bool isFirst = &group == &form.groups.front(), isLast = &group == &form.groups.back();
      const bool isBlock = group.statements.size() > 1;
      separate(group);
      std::string front = isFirst
                              ? lines(form.before, indentation) +
                                    kasuri::print(form.around, indentation) + indentation + "{\n"
                              : "";
      front += indentation + "#pragma omp section\n" + (isBlock ? indentation + "{\n" : "");
      insertBefore(group.range().begin, front, indentation);
      insertBehind(group.range().end,
                   (isBlock ? "\n" + indentation + "}" : "") +
                       (isLast ? "\n" + indentation + "}" + behindAll(form, indentation) : ""));
    }
  }

  /// Compilers do not count `depend` as a use.
  static std::string declarationOf(const std::vector<std::string> &tokens,
                                   const std::string &indentation) {
    std::string declared, used;
    for (const std::string &each : tokens) {
      declared += (declared.empty() ? "char " : ", ") + each + " = 0";
      used += (used.empty() ? "(void)" : ", (void)") + each;
    }
    return tokens.empty() ? ""
                          : indentation + declared + "; /* each stands for the end of a task */\n" +
                                indentation + used + ";\n";
  }

  void addTasks(const OpenMpForm &form) {
    const std::string indentation = source.indentationAt(form.groups.front().range().begin);
    for (const OpenMpGroup &group : form.groups) {
      std::string front, back;
      separate(group);
      if (&group == &form.groups.front())
        front = lines(form.before, indentation) + declarationOf(form.tokens, indentation) +
                kasuri::print(form.around, indentation) + indentation + "#pragma omp single\n" +
                indentation + "{\n";
      front += kasuri::print(group.task, indentation);
      const bool isBlock =
          group.statements.size() > 1 ||
          (group.isTaskLoop() && !(group.loop->before.empty() && group.loop->after.empty()));
      front += isBlock ? indentation + "{\n" : "";
      if (group.isTaskLoop())
        addTaskLoop(*group.loop, indentation, front, back);
      back += isBlock ? "\n" + indentation + "}" : "";
      insertBefore(group.range().begin, front, indentation);
      insertBehind(group.range().end,
                   back + (&group == &form.groups.back()
                               ? "\n" + indentation + "}" + behindAll(form, indentation)
                               : ""));
    }
  }

  /// The task has variables of its own; those of the function are shared.
  void addTaskLoop(const OpenMpLoop &loop, const std::string &indentation, std::string &front,
                   std::string &back) {
    for (const std::string &each : loop.before)
      front += indentation + each + "\n";
    front += kasuri::print(loop.pragma, indentation);
    edits.insert(edits.end(), loop.edits.begin(), loop.edits.end());
    for (const std::string &each : loop.after)
      back += "\n" + indentation + each;
  }
};

/// From the first to the last of the lines that have changed.
std::string textAround(const SourceText &source, const std::vector<TextEdit> &edits) {
  TextRange range{source.size(), 0};
  for (const TextEdit &each : edits) {
    range.begin = std::min(range.begin, each.range.begin);
    range.end = std::max(range.end, each.range.end);
  }
  const llvm::StringRef all = source.all();
  const size_t end = all.find('\n', range.end);
  range.end = end == llvm::StringRef::npos ? source.size() : static_cast<unsigned>(end);
  return edits.empty() ? "" : source.text(range, edits);
}

Emission emit(const Program &program, const ParsedSources &sources, const Parallelism &facts,
              const MacroTaskGraph &graph, const Movability &movability, const Plan &plan,
              bool namesLines) {
  Emission emission;
  emission.files.resize(sources.units.size());
  const std::vector<std::string> paths = mainFiles(program);
  std::vector<std::unique_ptr<SourceText>> texts;
  std::vector<LineNames> names;
  for (const std::unique_ptr<clang::ASTUnit> &each : sources.units) {
    texts.push_back(std::make_unique<SourceText>(*each));
    names.emplace_back(*texts.back(),
                       namesLines ? std::optional(paths[names.size()]) : std::nullopt);
  }
  std::vector<std::vector<TextEdit>> edits(sources.units.size());
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const PlannedLayer &planned = plan.layers[i];
    if (plan.whyDropped(i))
      continue;
    const size_t unit = sources.unitOf.at(planned.function);
    const OpenMpForm form = moveOpenMp(program, facts, graph.layers[planned.layer.index()],
                                       movability, shapeOf(planned));
    if (form.refusal) {
      emission.problems.push_back(planned.name + ": " + form.refusal->what);
      continue;
    }
    const std::vector<TextEdit> made = LayerPrinter(*texts[unit], names[unit]).print(form);
    edits[unit].insert(edits[unit].end(), made.begin(), made.end());
    emission.layers[i] = textAround(*texts[unit], made);
    ++emission.files[unit].layers;
  }
  for (size_t unit = 0; unit < texts.size(); ++unit) {
    const SourceText &source = *texts[unit];
    if (!edits[unit].empty())
      edits[unit].insert(edits[unit].begin(), {{0, 0}, preface});
    names[unit].addTo(edits[unit]);
    emission.files[unit].sourcePath = paths[unit];
    emission.files[unit].text = source.text({0, source.size()}, edits[unit]);
  }
  return emission;
}

} // namespace

Emission emitOpenMp(const Program &program, const ParsedSources &sources, const Parallelism &facts,
                    const MacroTaskGraph &graph, const Movability &movability, const Plan &plan) {
  return emit(program, sources, facts, graph, movability, plan, false);
}

Emission emitOpenMpNamingLines(const Program &program, const ParsedSources &sources,
                               const Parallelism &facts, const MacroTaskGraph &graph,
                               const Movability &movability, const Plan &plan) {
  return emit(program, sources, facts, graph, movability, plan, true);
}

} // namespace kasuri
