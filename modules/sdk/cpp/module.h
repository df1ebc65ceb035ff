#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/description/description.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <span>
#include <string_view>

namespace vow::modules {

/// Whether a promise can be evaluated.
enum class Validity { valid, invalid };

/// The base class of promise modules in C++. The same class runs inside the agent (bundled modules)
/// and, passed to serve(), as a program that speaks the module protocol.
///
/// A module receives fully resolved promises: lists are lists, a body is a Data object. It makes
/// changes only if `promise.terms.changes_allowed()`, and logs them at info. A promise that it
/// cannot keep is an outcome with a logged error, never an exception.
class Module {
public:
    virtual ~Module() = default;

    /// One word, and a version, for the header of the protocol.
    virtual std::string_view name() const = 0;
    virtual std::string_view version() const = 0;
    /// The promise types it keeps.
    virtual std::span<const std::string_view> promise_types() const = 0;
    /// The promise types of the module; nullopt if it does not describe itself.
    virtual std::optional<Description> description() const { return std::nullopt; }

    /// True if several processes of this module may evaluate promises at once. It has no effect
    /// inside the agent, where a module evaluates one promise at a time.
    virtual bool is_parallel() const { return false; }

    /// Checks a promise regardless of the state of the machine, and logs an error for each fault.
    /// Changes nothing.
    virtual Validity validate(const Promise& promise, Log& log) = 0;
    /// Keeps a promise that validate() found valid.
    virtual Outcome evaluate(const Promise& promise, Log& log) = 0;
    /// Both, one after the other; an invalid promise is an error.
    virtual Outcome validate_and_evaluate(const Promise& promise, Log& log) {
        if (validate(promise, log) == Validity::invalid) return Outcome::of(Verdict::error);
        return evaluate(promise, log);
    }
};

} // namespace vow::modules
