#pragma once

#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

#include <memory>
#include <string>

namespace vow {

/// How a run ended.
struct Ending {
    enum class Kind {
        done,
        aborted,    ///< by the policy: an abort class, an error statement
        failed,     ///< evaluation could not go on: a missing bundle, a list where a text belongs
        interrupted ///< by a signal
    };

    Kind kind = Kind::done;
    std::string reason = {}; ///< why it aborted or failed; it has been logged
};

/// A policy that was read and checked, ready to run in the world it was loaded with.
class Policy {
public:
    virtual ~Policy() = default;
    virtual Ending run() = 0;
};

/// A policy language. Loading already asks the host: which files to include may be computed.
class Language {
public:
    virtual ~Language() = default;
    /// Reads the policy at `path` and all it includes. Null when there are errors, all of which
    /// are in `diagnostics`.
    virtual std::unique_ptr<Policy>
    load(const std::string& path, World& world, Diagnostics& diagnostics) = 0;
};

} // namespace vow
