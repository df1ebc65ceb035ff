#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vow::modules {

/// The promised members of a group: the attribute `members`, a body, data, or JSON text.
struct Membership {
    std::optional<std::vector<std::string>> only = {}; ///< exactly these
    std::vector<std::string> include = {};
    std::vector<std::string> exclude = {};

    /// Parses the attribute, or returns its fault as a sentence. Without the attribute no members
    /// are promised.
    static std::variant<Membership, std::string> from(const Attributes& attributes);
};

} // namespace vow::modules
