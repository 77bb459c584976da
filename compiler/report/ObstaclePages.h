// The pages of docs/obstacles, as the build embeds them (html/EmbedPages.cmake).
#pragma once

namespace kasuri {

struct ObstaclePage {
  const char *kind;
  const char *markdown;
};

extern const ObstaclePage obstaclePages[]; ///< by kind; the last one is all null

} // namespace kasuri
