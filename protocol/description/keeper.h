#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/log_level.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <string>
#include <string_view>
#include <variant>

namespace vow {

/// Nothing is known of what a module wants.
struct Undescribed {
    enum class Cause {
        not_offered, ///< it does not say; nothing is wrong with that
        unusable,    ///< what it says makes no sense
        broken,      ///< it could not be started, or did not hold to the protocol
    };

    Cause cause = Cause::not_offered;
    std::string why = {}; ///< words for a message; empty when it is not offered
};

using Described = std::variant<Description, Undescribed>;

/// The asker's side of one promise: told of log lines and progress as they come, then of the
/// outcome, once. It must live until then.
class PromiseListener {
public:
    virtual ~PromiseListener() = default;
    virtual void log(LogLevel level, std::string_view line) = 0;
    /// How far it has come, 0 to 100, for someone who watches.
    virtual void progress(int /*percent*/, std::string_view /*text*/) {}
    virtual void done(Outcome outcome) = 0;
    /// Whether anybody hears it now: what only matters at the moment may else be left out.
    virtual bool is_live() const { return true; }
};

/// Whoever can keep promises: bundled modules, module processes, a fake in a test. Used from one
/// thread. What a module does wrong is an outcome with log lines, never an exception.
class PromiseKeeper {
public:
    virtual ~PromiseKeeper() = default;
    /// Begins to keep a promise. `listener` is told what happens, inside start() or wait(), the
    /// outcome last. Both arguments live until then.
    virtual void start(const Promise& promise, PromiseListener& listener) = 0;
    /// Works until an outcome has been told, or there is room for more promises; false when nothing
    /// is under way.
    virtual bool wait() = 0;
    /// Ends what is under way for `listener`, its module's process group included; the outcome
    /// says so.
    virtual void cancel(PromiseListener& listener) = 0;
    /// What the module behind a type says of itself. It is started for that, if it does not run,
    /// and waited for, within its limits.
    virtual Described describe(const PromiseType& type) = 0;

    /// Whether one more promise of a type would be worked on at once.
    enum class Room {
        none, ///< nor ever, unless promises of this type are under way
        free,
        unknown ///< until its first promise has met the module
    };
    virtual Room room(const PromiseType& /*type*/) const { return Room::none; }
};

} // namespace vow
