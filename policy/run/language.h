#pragma once

#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

#include <memory>
#include <string>

namespace vow {

/// How a run ended.
struct Ending {
    enum class Kind { done, aborted, interrupted };

    Kind kind = Kind::done;
    std::string reason = {}; ///< of an abort
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
