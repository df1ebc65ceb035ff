#pragma once

#include "policy/cfengine/checking/check_options.h"
#include "policy/cfengine/checking/definitions.h"
#include "policy/cfengine/vocabulary/syntax_table.h"
#include "protocol/text/regex.h"

#include <set>

namespace vow::cfengine {

/// The state that the checks of one policy share.
struct CheckContext {
    const Definitions& definitions;
    const CheckOptions& options;
    Diagnostics& diagnostics;
    RegexCache regexes = {};
    /// Promise types reported as missing; each is reported once.
    std::set<std::string, std::less<>> reported_missing = {};
    /// Bodies that some promise uses, and their parents.
    std::set<const ast::Body*> used_bodies = {};
    bool requires_comments = false; ///< by `require_comments` of `body common control`
    bool was_checked_alone = false; ///< the file that is checked now

    bool strict() const { return options.strictness == Strictness::all; }
    bool whole() const { return options.extent == Extent::whole; }

    /// The span of a part of a source text; `near` is a span of the same text.
    Span span_of(std::string_view part, const Span& near) const;
    /// Warns about an attribute that is deprecated or removed.
    void check_status(const ast::Attribute& attribute, SyntaxStatus status);
    /// Warns if the agent cannot keep promises of a type.
    void check_missing_type(Span span, std::string_view type);
};

/// The place of a byte of a quoted text; that of the closing quote for the end of the text.
Span place_in(const ast::Expression& quoted, std::size_t offset);

/// "1 argument", "2 arguments".
std::string arguments_text(std::size_t count);

/// A bundle, body or function with a wrong number of arguments.
extern const DiagnosticKind wrong_arity;

} // namespace vow::cfengine
