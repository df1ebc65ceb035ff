#pragma once

#include "policy/skopos/plan/attribute_reader.h"

namespace vow::skopos {

/// The flow of attribute `name`, on_pass or on_fail: `label, flag, ...`. A label that names a step
/// is resolved later (step_links.h). Adds a diagnostic for an empty label and an unknown flag.
Flow read_flow(const AttributeReader& attributes, std::string_view name, Diagnostics& diagnostics);

} // namespace vow::skopos
