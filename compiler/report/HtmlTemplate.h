// The files of html/, as the build embeds them (html/Embed.cmake).
#pragma once

namespace kasuri {

extern const char pageTemplate[]; ///< page.html: {{name}} is where a section goes
extern const char pageStyle[];    ///< page.css
extern const char pageScript[];   ///< the scripts, one behind the other

} // namespace kasuri
