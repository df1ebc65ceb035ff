#pragma once

#include "protocol/promise/log_level.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// Why a promise was not made.
enum class SkipReason { guard, condition, already_kept, dependency, unresolved, locked };

std::string_view text_of(SkipReason reason);

/// What a policy says about a class or variable.
struct Remarks {
    std::vector<std::string> tags = {};
    std::string comment = {};
};

/// Told of everything that happens in a run; console, JSON events, report and history are
/// observers. Nothing an observer does changes the run.
class Observer {
public:
    virtual ~Observer() = default;

    /// Lines below this level are not worth making. Asked often: keep it cheap.
    virtual LogLevel log_level() const = 0;
    virtual void log(LogLevel level, std::string_view line) = 0;
    /// What a `reports` promise says, one line.
    virtual void report(std::string_view line) = 0;

    /// About to be handed to its keeper.
    virtual void promise_started(const Promise&) {}
    /// How far one that takes long has come, as its module says; 0 to 100.
    virtual void promise_progress(const Promise&, int /*percent*/, std::string_view /*text*/) {}
    virtual void promise_done(const Promise&, const Outcome&) {}
    virtual void promise_skipped(
        std::string_view /*type*/,
        std::string_view /*promiser*/,
        const Origin&,
        SkipReason,
        std::string_view /*because*/
    ) {}
    /// `bundle` is empty for a class that is known everywhere.
    virtual void class_defined(
        std::string_view /*name*/, std::string_view /*bundle*/, const Remarks& /*remarks*/
    ) {}
    virtual void variable_defined(
        std::string_view /*qualified_name*/, std::string_view /*text*/, const Remarks& /*remarks*/
    ) {}
    /// Whether skipped promises, classes and variables are worth telling.
    virtual bool wants_details() const { return false; }

    bool wants(LogLevel level) const { return level <= log_level(); }
};

} // namespace vow
