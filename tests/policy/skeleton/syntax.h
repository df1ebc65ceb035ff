#pragma once

#include "policy/source/diagnostic.h"
#include "policy/source/source_text.h"
#include "protocol/promise/promise.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace vow::skeleton {

struct Statement;
using Block = std::vector<Statement>;

/// One statement of a minimal policy language that uses every feature of policy/run:
///
///     policy    := statement*
///     statement := promise | block | wait | gate                one a line
///     promise   := TYPE PROMISER (NAME=VALUE)*
///     block     := "parallel" "{" statement* "}"                each in a task of its own
///                | "timeout" SECONDS "{" statement* "}"
///                | "try" "{" statement* "}" "catch" "{" statement* "}"
///     wait      := "wait" SECONDS | "wait" "until" TIME         in seconds since the epoch
///     gate      := "gate" NAME                                  not in a block
///
/// A `#` begins a comment line.
struct Statement {
    enum class Kind { promise, parallel, timeout, attempt, wait, wait_until, gate };

    Kind kind = Kind::promise;
    Span span = {};
    PromiseType type = {};          ///< of a promise
    std::string name = {};          ///< the promiser, or the gate
    Attributes attributes = {};     ///< of a promise
    std::chrono::seconds time = {}; ///< of timeout and wait
    Block body = {};
    Block handler = {}; ///< after "catch"
};

/// Reads a policy. Errors go to `diagnostics`.
Block read_policy(const SourceText& source, Diagnostics& diagnostics);

} // namespace vow::skeleton
