#pragma once

#include "policy/run/description_check.h"
#include "policy/source/diagnostic.h"

namespace vow::skopos {

// The kinds of diagnostics that several files of this folder add.

inline constexpr DiagnosticKind wrong_type{"wrong-type", "{} must be {}"};
inline constexpr DiagnosticKind unset_variable{"unset-variable", "no variable '{}'"};

/// The mistakes of attributes in a promise, found in a step.
inline constexpr DiagnosticKind missing_step_attribute = {
    missing_attribute.name, "{} has no attribute '{}'"};
inline constexpr DiagnosticKind unknown_step_attribute = {
    unknown_attribute.name, "{} has no attribute '{}'", Severity::warning};

} // namespace vow::skopos
