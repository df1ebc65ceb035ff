#pragma once

#include "policy/run/language.h"
#include "policy/run/source_reader.h"
#include "policy/skopos/settings.h"

#include <memory>
#include <string>

namespace vow::skopos {

/// Loads a plan with its model, targets and variables, or with those of the unfinished run that is
/// to go on. Null if there are errors. Throws UsageError for options that do not fit. `sources`
/// gets the texts, which must outlive the policy.
std::unique_ptr<Policy> load_deployment(
    const Settings& options,
    const std::string& path,
    World& world,
    Sources& sources,
    Diagnostics& diagnostics
);

} // namespace vow::skopos
