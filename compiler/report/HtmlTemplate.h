// The form of a page, as the build embeds it (html/Embed.cmake).
#pragma once

namespace kasuri {

struct HtmlTemplate {
  const char *page; ///< {{name}} is where a section goes
  const char *style;
  const char *script; ///< the scripts, one behind the other
};

extern const HtmlTemplate reportTemplate; ///< of html/

} // namespace kasuri
