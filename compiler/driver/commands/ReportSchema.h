// docs/formats/report.schema.json, as text.
#pragma once

namespace kasuri {

extern const char reportSchema[];

} // namespace kasuri
