// Numbers as text in front of a nest. Those in memory are loaded there once:
//
//     for (i = 0; i < n; i++)            const int is_read = n > 0;
//       for (k = 0; k < m->cols; k++)    typedef int __attribute__((__may_alias__)) m_cols_type;
//                                        const int m_cols =
//                                            is_read ? *(const m_cols_type *)((const char *)m + 4)
//                                            : 0;
#pragma once

#include "movability/text/Conditions.h"
#include "reorder/NestSource.h"

#include <set>

namespace kasuri {

class FrontNumbers {
public:
  explicit FrontNumbers(const NestSource &source) : source(source) {}

  /// Names it if it is loaded. `field`: the name of what it is loaded from, or "". False if C has
  /// no simple text for it.
  bool add(const GuardValue &value, const std::string &field = "");
  /// In this type; "": in its own. Of what was added.
  std::string textOf(const GuardValue &value, const std::string &type) const;
  /// The condition of parameters of the nest, computed without overflow; "": the form has none.
  std::string isAbove(const AffineForm &form, int64_t limit) const;
  /// An address as a `long`; nothing if C has no simple text for it.
  std::optional<std::string> addressOf(const GuardValue &value);
  /// The same as a `const char *`.
  std::optional<std::string> pointerTo(const GuardValue &value);
  /// Parameters of the nest are no farther from 0 in what follows.
  void requireLimit(int64_t limit);
  /// What is added from now on is only loaded where this is true.
  void require(const std::string &condition);
  /// The same of the guard's numbers; false where that cannot be said.
  bool require(const Guard &guard);
  /// All guards hold; nothing where that cannot be said. What is required holds there.
  std::optional<std::string> conditionOf(std::vector<Guard> guards);

  /// All that is required, or "".
  std::string requirements() const;
  /// In front of all that uses the numbers; each on a line of its own.
  const std::string &declarations() const { return made; }

private:
  struct Loaded {
    GuardValue value;
    std::string name;
  };

  const NestSource &source;
  std::vector<Loaded> loaded;
  std::string flag;                  ///< variable: what was required until then holds; "": none yet
  std::vector<std::string> required; ///< the flag, and what was required since
  std::set<std::string> known;       ///< all that was required
  std::string made;

  std::optional<NamedNumber> nameOf(const GuardValue &value, int64_t limit) const;
  bool isParameter(const GuardValue &value) const;
  void requireLimit(const GuardValue &number, int64_t limit);
  std::optional<std::string> textOf(const std::vector<Guard> &guards,
                                    const std::vector<GuardValue> &numbers);
  const Loaded *find(const GuardValue &value) const;
  bool addLoaded(const GuardValue &value, const std::string &field);
  std::optional<std::string> placeOf(const GuardValue &address);
  bool addAll(const std::vector<GuardValue> &values);
};

} // namespace kasuri
