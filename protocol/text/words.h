#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// A command line split at blanks for starting it without a shell. A word that begins with ", ' or
/// ` reaches to the next such mark, blanks included; nothing else is special.
std::vector<std::string> words_of(std::string_view line);

} // namespace vow
