#pragma once

#include "policy/cfengine/program/function.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace vow::cfengine {

/// A pattern for a field of a user or group.
struct WantedField {
    std::string field;
    std::string text; ///< as written
    std::shared_ptr<const Regex> regex;
};

using AccountFilter = std::vector<WantedField>;

/// Argument 0 as a filter: a list of "field=pattern". Logs an error and returns nullopt if it is
/// not one or names a field that is not in `known`.
std::optional<AccountFilter>
account_filter(const Call& call, std::initializer_list<std::string_view> known);

/// Accounts to leave out, as names and numbers separated by commas.
class Exclusion {
public:
    Exclusion(std::string_view names, std::string_view numbers);
    bool has(const std::string& name, std::uint32_t number) const;

private:
    std::unordered_set<std::string> names_, numbers_;
};

/// The parts between commas; an empty text has none.
std::vector<std::string> comma_separated(std::string_view text);

} // namespace vow::cfengine
