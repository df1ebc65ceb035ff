#pragma once

#include "policy/cfengine/editing/edit_session.h"
#include "policy/cfengine/editing/file_template.h"
#include "policy/cfengine/promises/call_arguments.h"
#include "policy/cfengine/promises/promise_round.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The bundles that edit the text of a `files` promise.
namespace vow::cfengine {

struct EditCall {
    const Bundle& bundle;
    ArgumentValues arguments;
};

/// Whether the promised edits of lines would be the same before their file is created as after it:
/// they look at no file, and see no class that it sets.
bool may_precede_file(PromiseRound& round);

using TemplateResult = std::variant<TemplateBundle, TemplateFailure>;

/// The promised bundle for such edits, then that of the template for lines, if any; nullopt, with
/// the error logged, when one is missing. `made` must outlive the calls.
std::optional<std::vector<EditCall>>
edit_calls(PromiseRound& round, EditedAs as, const std::optional<TemplateResult>& made);

/// Runs the bundles in turn on the same content, which `session` holds. The outcome has
/// the worst verdict of each.
Outcome run_edits(
    PromiseRound& round,
    std::vector<EditCall> calls,
    const EditDefaults& defaults,
    EditSession& session
);

/// Logs that the promise cannot be kept.
void log_edit_failure(PromiseRound& round, const std::string& message);

} // namespace vow::cfengine
