#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/change.h"
#include "protocol/promise/log_level.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::wire {

/// The operations of requests (protocol/README.md, section 3; `describe`: section 9).
enum class Operation { validate_promise, evaluate_promise, terminate, describe };

/// The results of replies (section 4); result_from() knows which operation allows which.
enum class Result { valid, invalid, kept, repaired, not_kept, success, failure, error };

/// The words on the wire: "evaluate_promise", "not_kept".
std::string_view text_of(Operation operation);
std::string_view text_of(Result result);
/// nullopt for a word that is not an operation.
std::optional<Operation> operation_from(std::string_view word);
/// nullopt for a word that is not a result of this operation.
std::optional<Result> result_from(Operation operation, std::string_view word);
/// "'valid', 'invalid' or 'error'": for messages.
std::string results_of(Operation operation);

/// A log line of a module: `log_LEVEL=TEXT`, or an item of `log` in a JSON reply.
struct LogLine {
    std::optional<LogLevel> level; ///< nullopt if the word is not a level
    std::string word;              ///< as the module wrote it
    std::string text;
};

/// A progress line of a module (section 9).
struct ProgressLine {
    int percent; ///< 0 to 100
    std::string text;
};

/// A module's reply as it was read; only its form is checked.
struct Reply {
    std::optional<std::string> operation = {};
    std::optional<std::string> result = {};
    std::vector<std::string> result_classes = {};
    std::vector<std::pair<std::string, Data>> variables = {}; ///< section 9, as the next
    std::vector<Change> changes = {};
    std::optional<Data> description = {};  ///< as it was sent
    std::optional<Data> outcome = {};      ///< of a module that the agent serves to itself
    std::vector<LogLine> log = {};         ///< JSON variant: those inside the reply
    std::vector<std::string> remarks = {}; ///< tolerated irregularities, as messages
};

/// The `log_level` of a request: more severe lines than errors cannot be suppressed.
std::string_view log_level_word(LogLevel level);

/// The value of `action_policy` that a promise's terms require; empty if they require none.
std::string_view action_policy_of(Terms::Policy policy);

} // namespace vow::wire
