#pragma once

#include "policy/source/diagnostic.h"

namespace vow::otterscript {

inline constexpr DiagnosticKind never_runs{
    "never-runs", "this can never run: {}", Severity::warning};

inline constexpr DiagnosticKind without_effect{"without-effect", "{}", Severity::warning};

} // namespace vow::otterscript
