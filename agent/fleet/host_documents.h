#pragma once

#include "agent/fleet/messages.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

// Documents that commands of vow print about their host, as far as its resident agent needs them.
// They are not messages: no other machine sends them.

/// The answer of `vow pull --status --json` as far as a fleet needs it.
struct PullStatus {
    std::optional<ReleaseName> release = {}; ///< that the host runs; nullopt before its first pull
};

/// nullopt if the text is not JSON.
std::optional<PullStatus> pull_status_from(std::string_view text);

/// The names of the classes in the document of `vow facts --format json`. nullopt if it has none.
std::optional<std::vector<std::string>> fact_classes_from(std::string_view text);

} // namespace vow::agent
