#pragma once

#include "protocol/promise/promise.h"
#include "protocol/promise/record.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vow::modules {

// Errors, and warnings of a dry run, are in the record.

/// Creates the missing directories above `path`, and logs `done` if there were any. In a dry run it
/// warns of each and returns true, so that the following steps are reported too. Returns whether
/// they exist.
bool make_parents(const std::string& path, std::string_view done, Record& record);

/// Creates a directory and its missing parents. Returns whether it exists.
bool make_directory_tree(const std::string& path, std::uint32_t mode, Record& record);

/// `directory_mode` of a promise: of the directories that it creates on the way, and of those for
/// which it has no mode.
std::uint32_t mode_of_new_directory(const Promise& promise);

} // namespace vow::modules
