// What --help prints: the registered options, in lines of at most 100 columns.
#pragma once

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <utility>
#include <vector>

namespace kasuri {

constexpr size_t helpColumns = 100;

/// "  name  text" with names in a column and texts wrapped in the next one.
struct HelpLine {
  std::string name;
  std::string text;
};

void printHelpLines(llvm::raw_ostream &stream, const std::vector<HelpLine> &lines);

/// The registered options, sorted, each with its values below it.
void printHelp(llvm::raw_ostream &stream, llvm::StringRef program, llvm::StringRef overview);

/// Lists the values of an option in its help. LLVM knows them by the option's type alone.
void rememberValues(const llvm::cl::Option &option, std::vector<HelpLine> values);

/// As llvm::cl::values, for options of which --help shows the values.
class HelpedValues {
public:
  explicit HelpedValues(std::vector<llvm::cl::OptionEnumValue> values)
      : values(std::move(values)) {}

  template <typename Option> void apply(Option &option) const {
    std::vector<HelpLine> lines;
    for (const llvm::cl::OptionEnumValue &value : values) {
      option.getParser().addLiteralOption(value.Name, value.Value, value.Description);
      lines.push_back({value.Name.str(), value.Description.str()});
    }
    rememberValues(option, std::move(lines));
  }

private:
  std::vector<llvm::cl::OptionEnumValue> values;
};

template <typename... Values> HelpedValues helpedValues(Values... values) {
  return HelpedValues({values...});
}

} // namespace kasuri
