#pragma once

#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

#include <memory>
#include <optional>
#include <string>

namespace vow {

/// How a run ended.
struct Ending {
    enum class How {
        done,
        aborted,     ///< by the policy: an abort class, an error statement
        failed,      ///< evaluation could not go on: a missing bundle, a list where a text belongs
        interrupted, ///< by a signal
        waiting      ///< at a gate: another run resumes there
    };

    How how = How::done;
    /// Whether the policy succeeded, in its own judgement. Nullopt: it has none, and succeeded if
    /// all of its promises were kept.
    std::optional<Verdict> verdict = {};
    std::string reason = {}; ///< why it aborted or failed, which has been logged; where it waits
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
    /// The policy as it was read, if it was loaded to be checked; else nullopt, and for a language
    /// that prints no policies.
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
    /// Whether a policy can go on where its last run ended waiting (RunOptions::resume).
    virtual bool can_resume() const { return false; }
};

} // namespace vow
