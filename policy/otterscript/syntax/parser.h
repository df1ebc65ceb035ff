#pragma once

#include "policy/otterscript/syntax/tree.h"
#include "policy/source/diagnostic.h"
#include "policy/source/names.h"

#include <functional>
#include <string_view>

namespace vow::otterscript {

/// True for an argument of an operation that is taken as it is written, without expansion.
using IsRaw = std::function<bool(std::string_view operation, std::string_view argument)>;

/// Reads a whole script. Adds a diagnostic to each mistake, and goes on after it. Calls
/// `at_statement` for each statement; it may throw, to end the reading.
Script parse_script(
    const SourceText& source,
    Names& names,
    Diagnostics& diagnostics,
    const IsRaw& is_raw,
    const std::function<void()>& at_statement
);

/// Reads a text as one literal that is expanded, such as the argument of `$Eval`.
Expression parse_text(const SourceText& source, Names& names, Diagnostics& diagnostics);

/// Reads the value of a variable that the command line sets: one literal.
Expression parse_literal(const SourceText& source, Names& names, Diagnostics& diagnostics);

} // namespace vow::otterscript
