#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::modules {

/// The components of an entry's name: a place inside the folder that is extracted to.
using EntryName = std::vector<std::string>;

/// Reads the name of an entry, or returns why it is none. That of the top folder is empty.
std::variant<EntryName, std::string> entry_name(std::string_view written);

/// The name as it is shown, and written into archives.
std::string joined(const EntryName& name);

} // namespace vow::modules
