#pragma once

#include "policy/cfengine/program/function.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace vow::cfengine {

/// What a field of a user or group must match.
struct WantedField {
    std::string field;
    std::string text; ///< as written
    std::shared_ptr<const Regex> regex;
};

using AccountFilter = std::vector<WantedField>;

/// Argument 0 as a filter: a list of "field=pattern". None, with the error logged: it is none, or
/// names another field than those of `known`.
std::optional<AccountFilter>
account_filter(const Call& call, std::initializer_list<std::string_view> known);

/// Accounts that are not wanted, by names and numbers separated by commas.
class Exclusion {
public:
    Exclusion(std::string_view names, std::string_view numbers);
    bool has(const std::string& name, std::uint32_t number) const;

private:
    std::unordered_set<std::string> names_, numbers_;
};

/// The pieces between commas; none of an empty text.
std::vector<std::string> comma_separated(std::string_view text);

} // namespace vow::cfengine
