#pragma once

#include <span>
#include <string_view>

namespace vow::cfengine {

/// A promise type of the language whose promises the agent cannot keep.
struct MissingType {
    std::string_view name;
    std::string_view reason;
    std::string_view alternative; ///< an imperative
};

/// Types of other programs (server, monitor, ...) are not among them, since the agent need not keep
/// their promises.
std::span<const MissingType> missing_types();

/// Null if the agent keeps promises of the type.
const MissingType* find_missing_type(std::string_view name);

} // namespace vow::cfengine
