#pragma once

#include "policy/run/language.h"

#include <memory>
#include <string>
#include <vector>

namespace vow::by_hand {

/// The language of `vow keep`: one promise, in the words of a command line (operator.md,
/// section 7). `words` are at least two; the path that is loaded does not count.
std::unique_ptr<Language> make_language(const std::vector<std::string>& words);

} // namespace vow::by_hand
