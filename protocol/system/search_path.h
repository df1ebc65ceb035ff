#pragma once

#include "protocol/system/trust.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// The folders in which programs are looked up: those of PATH into which no other user can put any.
/// A folder decides about each program that a later one has, even while it has none itself.
struct SearchPath {
    std::string folders;               ///< a value of PATH, never empty
    std::vector<std::string> left_out; ///< why each of the others is, a sentence without a stop
};

/// All folders, if the trust is in everything.
SearchPath trusted_search_path(const Trust& trust, std::string_view folders);

/// Sets PATH of this process, and so of all that it starts, to these folders. Returns the reasons
/// for those that are left out. To be called before there is a thread.
std::vector<std::string> restrict_search_path(const Trust& trust);

} // namespace vow
