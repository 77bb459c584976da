// docs/formats/report.schema.json and baseline.schema.json, as text.
#pragma once

namespace kasuri {

extern const char reportSchema[];
extern const char baselineSchema[];

} // namespace kasuri
