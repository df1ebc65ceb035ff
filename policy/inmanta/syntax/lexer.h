#pragma once

#include "policy/inmanta/syntax/token.h"
#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

#include <string_view>
#include <vector>

namespace vow::inmanta {

/// Whether a word is reserved in models.
bool is_keyword(std::string_view word);

/// The tokens of a model file; the last is `end`. Throws ModelError for a character that begins
/// none. Cancelled once `stop` has a signal, which each token checks; null: no signal ends it.
std::vector<Token>
tokens_of(const SourceText& source, Diagnostics& diagnostics, const Stop* stop = nullptr);

} // namespace vow::inmanta
