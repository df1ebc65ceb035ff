#pragma once

#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

#include <memory>
#include <optional>
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

/// How a policy that was checked is to be printed.
struct Printing {
    enum class Form { json, policy };
    enum class Extent { entry, whole }; ///< the file that was asked for, or all it includes

    Form form;
    Extent extent;
};

/// A policy that was read and checked, ready to run in the world it was loaded with.
class Policy {
public:
    virtual ~Policy() = default;
    virtual Ending run() = 0;
    /// The policy as it was read, which only one that was loaded to be checked still knows. None:
    /// it does not, or the language prints no policies.
    virtual std::optional<std::string> printed(const Printing&) const { return {}; }
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
