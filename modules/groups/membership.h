#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vow::modules {

/// Who is to be in a group: the attribute `members`, a body, data, or JSON as text.
struct Membership {
    std::optional<std::vector<std::string>> only = {}; ///< nobody else
    std::vector<std::string> include = {};
    std::vector<std::string> exclude = {};

    /// What is promised, or what is wrong with it, in a sentence. Nobody is promised when there is
    /// no such attribute.
    static std::variant<Membership, std::string> from(const Attributes& attributes);
};

} // namespace vow::modules
