#pragma once

#include "policy/cfengine/checking/check.h"
#include "policy/cfengine/checking/definitions.h"
#include "policy/cfengine/functions/text/regex.h"

#include <set>

namespace vow::cfengine {

/// What the checks of one policy share.
struct Checking {
    const Definitions& definitions;
    const CheckOptions& options;
    Diagnostics& diagnostics;
    Regexes regexes = {};
    /// Names said to be known but not implemented; each is said once.
    std::set<std::string> said_missing = {};
    /// Bodies that some promise uses, and those that they inherit from.
    std::set<const ast::Body*> used_bodies = {};

    bool strict() const { return options.strictness == Strictness::all; }
    bool whole() const { return options.extent == Extent::whole; }

    /// Where a part of a source text stands; `near` lies in the same text.
    Span span_of(std::string_view part, const Span& near) const;
    /// A warning that this agent knows the thing but cannot do it yet.
    void not_implemented(Span span, std::string_view what, std::string_view name);
};

/// "1 argument", "2 arguments".
std::string arguments_text(std::size_t count);

/// "{} takes {}, not {}": of bundles, bodies and functions.
extern const DiagnosticKind wrong_arity;

/// Of a promise, built in or not.
extern const DiagnosticKind unknown_attribute;

} // namespace vow::cfengine
