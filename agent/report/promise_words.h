#pragma once

#include "agent/report/change_text.h"
#include "policy/run/event.h"
#include "protocol/promise/log_level.h"

#include <string>
#include <string_view>

namespace vow::agent {

// A promise and its outcome in the words of a line for people. Texts come without control
// characters. Lines that stand for several events, and their order, are not decided here: see
// Voice.

/// The first line of a text, cut if it is long.
std::string one_line(std::string_view text);

/// "files /etc/motd (motd.cf:6)". A command is known by its arguments, too.
std::string promise_name(const Promise& promise);
/// The same for a promise that was skipped.
std::string promise_name(const PromiseSkipped& skipped);
/// ", pass 2"; empty in languages without passes.
std::string pass_text(const Origin& origin);
/// Why a promise was skipped: "guard web: false".
std::string skip_text(const PromiseSkipped& skipped);

/// The words for the result of a promise, and the level of its line.
struct OutcomeWord {
    std::string_view text;
    LogLevel level;
};
OutcomeWord word_of(const Outcome& outcome);

/// The changes of a promise, or why it failed. `quoted` is the line of the promise that has the
/// reason; may be empty.
std::string outcome_text(const PromiseDone& done, std::string_view quoted);

/// The differences of all changes, without the end of the last line. The colour of the line before
/// ends where they begin.
std::string diffs_of(const Outcome& outcome, Colored colored);

} // namespace vow::agent
