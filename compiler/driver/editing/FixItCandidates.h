// Fix-its before they are applied: which ones go together, and the text that they make.
//
// A loop is recognized in edited text by its number in its file, which no fix-it changes. Nests of
// loops that Kasuri has reordered have other numbers, so these analyses are made without that.
#pragma once

#include "driver/editing/Analysis.h"

#include <set>
#include <tuple>
#include <variant>

namespace kasuri {

/// A loop of a file by its number there, and one of its fix-its.
struct FixItCandidate {
  std::string path;
  size_t loop = 0;
  unsigned line = 0, column = 0; ///< of the loop, before any edit
  AnalyzedFixIt fixIt;

  std::string place() const {
    return path + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
  auto key() const { return std::tuple(path, loop, fixIt.title); }
};

using FixItKeys = std::set<std::tuple<std::string, size_t, std::string>>; ///< of candidates

struct FixItChoice {
  std::vector<FixItCandidate> chosen;
  std::vector<std::pair<FixItCandidate, FixItCandidate>>
      refused; ///< each with the one that it overlaps
};

/// The loops of a file, in the order of the source.
std::vector<AnalyzedLoop> loopsOf(const Analysis &analysis, const std::string &path);

/// Of files that have a text here.
std::vector<FixItCandidate> candidatesOf(const Analysis &analysis, const SourceTexts &texts);

/// At most one of each loop, outer loops first, and none that is excluded.
FixItChoice chooseFixIts(const std::vector<FixItCandidate> &all, const FixItKeys &excluded);

/// The texts with the edits, of which the same one counts once.
SourceTexts editedTexts(SourceTexts texts, const std::vector<FixItCandidate> &chosen);

/// What the sources are: the text of an editor, or else the file's. Or the exit status after a
/// message.
std::variant<SourceTexts, int> readTexts(const Options &options);

/// The analysis of other texts than these.
Options withTexts(Options options, const SourceTexts &texts, const SourceTexts &originals);

/// By the analysis of the edited text. `before`: the analysis that the candidate is of.
bool isMended(const FixItCandidate &candidate, const Analysis &after, const Analysis &before);

} // namespace kasuri
