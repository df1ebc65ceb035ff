#pragma once

#include "protocol/promise/log_level.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <string_view>

namespace vow {

/// The asker's side of one promise: told of log lines and progress as they come, then of the
/// outcome, once.
/// It must live until then.
class Keeping {
public:
    virtual ~Keeping() = default;
    virtual void log(LogLevel level, std::string_view line) = 0;
    /// How far it has come, 0 to 100, for someone who watches.
    virtual void progress(int /*percent*/, std::string_view /*text*/) {}
    virtual void done(Outcome outcome) = 0;
};

/// Whoever can keep promises: bundled modules, module processes, a fake in a test. Used from one
/// thread. What a module does wrong is an outcome with log lines, never an exception.
class PromiseKeeper {
public:
    virtual ~PromiseKeeper() = default;
    /// Begins to keep a promise. `keeping` is told what happens, inside start() or wait(), the
    /// outcome last. Both arguments live until then.
    virtual void start(const Promise& promise, Keeping& keeping) = 0;
    /// Works until an outcome has been told; false when nothing is under way.
    virtual bool wait() = 0;
    /// Ends what is under way for `keeping`, its module's process group included; the outcome
    /// says so.
    virtual void cancel(Keeping& keeping) = 0;
};

} // namespace vow
