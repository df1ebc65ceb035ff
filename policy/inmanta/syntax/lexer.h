#pragma once

#include "policy/inmanta/syntax/token.h"
#include "policy/source/diagnostic.h"

#include <string_view>
#include <vector>

namespace vow::inmanta {

/// Whether a word is reserved in models.
bool is_keyword(std::string_view word);

/// The tokens of a model file; the last is `end`. Throws ModelError for a character that begins
/// none.
std::vector<Token> tokens_of(const SourceText& source, Diagnostics& diagnostics);

} // namespace vow::inmanta
