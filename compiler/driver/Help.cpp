// LLVM prints each option in one line, however long, below its own generic ones. The text of an
// option is all that is needed from LLVM, so lines are made here of the registered options:
//
//   --mode=<mode>      Goal when planning core frequencies and idle states (default
//                      fastest)
//     fastest          lowest energy without slowdown
//
// Names and texts are in two columns. The width of the first is that of the widest name, so no name
// reaches into the texts. docs/generators/command_help.py reads the same form from all commands.
#include "driver/Help.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

namespace cl = llvm::cl;

std::map<const cl::Option *, std::vector<HelpLine>> &valuesOfOptions() {
  static std::map<const cl::Option *, std::vector<HelpLine>> values;
  return values;
}

/// To LLVM one dash is as good as two, and everybody writes -Rkasuri.
std::string dashed(llvm::StringRef name) {
  return (name.size() == 1 || name.starts_with("R") ? "-" : "--") + name.str();
}

std::string nameOf(const cl::Option &option) {
  std::string name = dashed(option.ArgStr);
  if (option.ValueStr.empty())
    return name;
  const std::string value = "<" + option.ValueStr.str() + ">";
  if (option.getValueExpectedFlag() == cl::ValueOptional)
    return name + "[=" + value + "]";
  return name + (option.ArgStr.size() == 1 ? " " : "=") + value;
}

std::vector<HelpLine> linesOf(const cl::Option &option) {
  std::vector<HelpLine> lines{{nameOf(option), option.HelpStr.str()}};
  if (auto known = valuesOfOptions().find(&option); known != valuesOfOptions().end())
    for (const HelpLine &value : known->second)
      lines.push_back({"  " + value.name, value.text});
  return lines;
}

std::vector<const cl::Option *> sortedOptions() {
  std::vector<const cl::Option *> options;
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (option->getOptionHiddenFlag() == cl::NotHidden)
      options.push_back(option);
  std::sort(options.begin(), options.end(), [](const cl::Option *one, const cl::Option *other) {
    return one->ArgStr.compare_insensitive(other->ArgStr) < 0;
  });
  return options;
}

std::string usage(llvm::StringRef program) {
  std::string text = "usage: " + program.str() + " [option]...";
  for (const cl::Option *positional : cl::SubCommand::getTopLevel().PositionalOpts)
    text += " " + positional->HelpStr.str();
  return text;
}

/// The words that fit into so many columns, at least one; they are taken off the text.
llvm::StringRef takeFitting(llvm::StringRef &text, size_t columns) {
  size_t end = text.size();
  if (end > columns) {
    end = text.rfind(' ', columns + 1);
    if (end == llvm::StringRef::npos)
      end = std::min(text.find(' '), text.size());
  }
  llvm::StringRef taken = text.take_front(end);
  text = text.drop_front(end).ltrim();
  return taken;
}

} // namespace

void rememberValues(const cl::Option &option, std::vector<HelpLine> values) {
  valuesOfOptions()[&option] = std::move(values);
}

void printHelpLines(llvm::raw_ostream &stream, const std::vector<HelpLine> &lines) {
  size_t column = 0;
  for (const HelpLine &line : lines)
    column = std::max(column, line.name.size() + 4);
  for (const HelpLine &line : lines) {
    llvm::StringRef rest = line.text;
    stream << "  " << line.name;
    stream.indent(static_cast<unsigned>(column - 2 - line.name.size()));
    stream << takeFitting(rest, helpColumns - column) << '\n';
    while (!rest.empty())
      stream.indent(static_cast<unsigned>(column))
          << takeFitting(rest, helpColumns - column) << '\n';
  }
}

void printHelp(llvm::raw_ostream &stream, llvm::StringRef program, llvm::StringRef overview) {
  stream << overview << '\n' << usage(program) << "\n\noptions:\n";
  std::vector<HelpLine> lines;
  for (const cl::Option *option : sortedOptions())
    for (HelpLine &line : linesOf(*option))
      lines.push_back(std::move(line));
  printHelpLines(stream, lines);
}

} // namespace kasuri
