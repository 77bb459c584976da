#include "support/Obstacle.h"

namespace kasuri {
namespace {

struct Entry {
  std::string_view name, text, help;
};

constexpr Entry entries[] = {
#define OBSTACLE(Kind, Text, Help) {#Kind, Text, Help},
#include "support/Obstacle.def"
};

const Entry &entry(ObstacleKind kind) { return entries[static_cast<size_t>(kind)]; }

std::string fill(std::string_view text, const Obstacle &obstacle) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isOperand = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}';
    if (!isOperand) {
      result += text[i];
      continue;
    }
    result += text[i + 1] == '0' ? obstacle.subject : obstacle.detail;
    i += 2;
  }
  return result;
}

} // namespace

std::string_view name(ObstacleKind kind) { return entry(kind).name; }

std::string_view text(ObstacleKind kind) { return entry(kind).text; }

std::string_view helpText(ObstacleKind kind) { return entry(kind).help; }

std::string message(const Obstacle &obstacle) { return fill(entry(obstacle.kind).text, obstacle); }

std::string help(const Obstacle &obstacle) {
  return obstacle.unlock.empty() ? fill(entry(obstacle.kind).help, obstacle) : obstacle.unlock;
}

std::vector<ObstacleKind> obstacleKinds() {
  std::vector<ObstacleKind> kinds;
  for (size_t i = 0; i < std::size(entries); ++i)
    kinds.push_back(static_cast<ObstacleKind>(i));
  return kinds;
}

} // namespace kasuri
