#pragma once

#include <string>
#include <string_view>

namespace vow::tests {

/// Marks the running test case as skipped because the machine lacks a thing ("git", "sandbox"). The
/// case fails instead when the environment variable VOW_REQUIRED lists that thing.
void skip_without(std::string_view thing, const std::string& why);

/// The beginning of the messages that skip_without() sends to the reporters.
inline constexpr std::string_view skip_mark = "skipped: ";

} // namespace vow::tests
