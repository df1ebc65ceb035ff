#pragma once

#include "policy/run/reference_entry.h"
#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// How a run ended.
struct Ending {
    enum class How {
        done,
        aborted,     ///< by the policy: an abort class, an error statement
        failed,      ///< evaluation could not go on: a missing bundle, a list in place of a text
        interrupted, ///< by a signal
        busy,        ///< another run of the policy is going on (already logged); nothing ran
        waiting      ///< at a gate, from which another run resumes
    };

    How how = How::done;
    /// The policy's own judgement of the run. nullopt if it does not judge: then the run succeeded
    /// if all promises were kept.
    std::optional<Verdict> verdict = {};
    std::string reason = {}; ///< why it aborted or failed (already logged), or the gate
    /// The last line of the run, to which its duration is added. nullopt for the usual one, which
    /// counts promises; empty for none.
    std::optional<std::string> summary = {};
    /// Promises that an interrupted run has not come to; nullopt where that is unknown.
    std::optional<std::size_t> not_reached = {};
    /// The language's own members of the last event, for programs: an object, or null.
    Data details = {};
};

/// A bundle or promise as it is written, so that one that a run does not reach can be explained.
struct OutlinePart {
    enum class Kind { scope, promise };
    enum class Defines { nothing, class_, variable };
    /// A class guard or another condition.
    struct Condition {
        std::string text;                      ///< as it is written, and as PromiseSkipped has it
        std::vector<std::string> classes = {}; ///< that it names, as far as they are written
    };

    Kind kind;
    std::string type; ///< of a promise; of a scope its word: "bundle"
    std::string name; ///< the promiser, as it is written
    Origin origin;
    Defines defines = Defines::nothing; ///< of the name that the promiser is
    std::vector<Condition> conditions = {};
};

/// The names that a listing after a run shows.
struct ListedNames {
    struct Name {
        std::string name; ///< of a variable qualified
        PlainValue value = {};
        Remarks remarks = {};
    };

    std::vector<Name> hard_classes = {};
    std::vector<Name> variables = {}; ///< that exist now, the host's facts included
};

/// A policy that was read and checked, ready to run in the world it was loaded with.
class Policy {
public:
    virtual ~Policy() = default;
    /// Throws Cancelled if a signal ends the run where no report of its own is due.
    virtual Ending run() = 0;
    /// The policy as it was read, in one of the formats that the language names. nullopt for an
    /// unknown format; some languages keep no text of a policy that was loaded to run.
    virtual std::optional<std::string> printed(std::string_view /*format*/) const { return {}; }
    /// The parts of the policy in written order, each scope before its promises. Empty in languages
    /// that do not list them.
    virtual std::vector<OutlinePart> outline() const { return {}; }
    /// Empty in languages that do not list them. Reads every fact of the host.
    virtual ListedNames listed_names() { return {}; }
    /// False if there is nothing to run, such as a part of a policy or a plan without steps: a
    /// check reports it, and a run if it is an error there.
    virtual bool has_work() const { return true; }
    /// True in languages in which a run with nothing to do succeeds.
    virtual bool may_run_without_work() const { return false; }
};

/// The options of the command line do not fit a policy, or name something that cannot be used.
class OptionError : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

/// A policy language. Loading already uses the host, as the files to include may be computed.
class Language {
public:
    virtual ~Language() = default;
    /// Reads the policy at `path` and everything that it includes. Null if there are errors, which
    /// are in `diagnostics`. Throws OptionError, and Cancelled.
    virtual std::unique_ptr<Policy>
    load(const std::string& path, World& world, Diagnostics& diagnostics) = 0;
    /// True if a policy can go on where its last run stopped to wait (RunOptions::resume).
    virtual bool can_resume() const { return false; }
    /// True if its runs exclude other runs themselves, by their policy or its locks. Otherwise, all
    /// runs in a work folder exclude each other.
    virtual bool excludes_runs_itself() const { return false; }
    /// The types, attributes and functions of the language, in the form that its tools read.
    virtual Data vocabulary() const { return {}; }
    /// The functions that expressions of the language can call, sorted by name.
    virtual std::vector<FunctionDescription> functions() const { return {}; }
    /// Everything that policies can use by name; of the types of modules those that the language
    /// has in its own tables or under a name of its own. The language of the entries is empty.
    virtual std::vector<ReferenceEntry> reference(const TypeDescriptions& /*types*/) const {
        return {};
    }
};

} // namespace vow
