#pragma once

#include "protocol/promise/log_level.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow {

// The events of a run, as observers receive them. An event borrows the things that it refers to and
// is valid during the call that sends it; StoredEvent owns a copy.
//
// Every event belongs to a scope: a part of the run such as a bundle call, a block, a step or a
// resource. Scopes form a tree below the run itself. A promise's events name theirs in its origin.

/// When an event happened that was stored, and sent later in its turn; nullopt: now.
using EventTime = std::optional<std::chrono::steady_clock::time_point>;

/// The part of a policy that a log line comes from, for languages that know it. All texts may be
/// empty.
struct LogSource {
    std::string_view by = {};        ///< the origin: "script", "operation", "engine"
    std::string_view operation = {}; ///< its name
    std::span<const std::string> scopes = {};
    std::string_view server = {};
    std::string_view file = {};
    std::uint32_t line = 0, column = 0; ///< from 1; 0: unknown
    std::string_view prefix = {};       ///< shown before the line
};

struct LogLine {
    LogLevel level;
    std::string_view text;
    ScopeId scope = ScopeId::run;
    std::optional<LogPriority> priority = {}; ///< for the system log; nullopt for that of the level
    std::string_view excerpt = {};            ///< lines of the policy to show below; may be empty
    const LogSource* source = nullptr;        ///< null if it is unknown
};

/// One line that the policy prints, for example by a `reports` promise.
struct Report {
    enum class Form {
        marked, ///< shown with a prefix, as the reference agent does
        plain
    };

    std::string_view text;
    ScopeId scope = ScopeId::run;
    Form form = Form::marked;
};

/// Sent only when scopes are wanted.
struct ScopeBegan {
    ScopeId scope;
    ScopeId parent;
    std::string_view kind; ///< "bundle", "block", "step", "resource": the language's own word
    std::string_view name;
    const Origin& origin; ///< in the policy; the pass is that of the parent
    EventTime time = {};
};

/// Sent for every ScopeBegan, also when an error ends the scope.
struct ScopeEnded {
    ScopeId scope;
    Verdict result; ///< the worst of its promises
    EventTime time = {};
};

/// Sent before a promise is handed to its keeper.
struct PromiseStarted {
    const Promise& promise;
};

/// The progress of a pending promise, as its module reports it.
struct Progress {
    const Promise& promise;
    int percent; ///< 0 to 100
    std::string_view text;
};

/// Whether the policy handles a promise that is not kept: by a catch block, a retry, a rollback.
enum class Handled { no, yes };

struct PromiseDone {
    const Promise& promise;
    const Outcome& outcome;
    Handled handled = Handled::no;
    EventTime time = {};
    /// The first error of one that a language had kept for it, which may log it in other words.
    std::string_view error = {};
};

/// Why a promise was skipped.
enum class SkipReason {
    guard,
    condition,
    repeated,   ///< an equal promise came before it in this run
    dependency, ///< not kept yet
    unresolved, ///< refers to something without a value so far
    locked,
    dependency_failed,
    undefined,   ///< an attribute has no value, and will have none
    not_reached, ///< the policy ended, or took another branch, before it
    no_drift     ///< the machine is as the policy last left it
};

std::string_view text_of(SkipReason reason);

/// Whether a module would have kept a promise, or the language by itself: a report, a call.
enum class KeptBy { module, language };

/// Whether a promiser is final, or as it is written: with references that have no value yet.
enum class PromiserForm { final, written };

/// Sent only when skipped promises are wanted.
struct PromiseSkipped {
    std::string_view type;
    std::string_view promiser;
    const Origin& origin;
    SkipReason reason;
    std::string_view because; ///< the guard, the dependency, ...; may be empty
    KeptBy kept_by = KeptBy::module;
    PromiserForm form = PromiserForm::final;
};

/// A class that a promise would define in a real run, since it would be repaired. Sent only when
/// details are wanted, by dry runs.
struct ClassExpected {
    std::string_view name;
    std::string_view cause; ///< the promise: "files '/etc/motd'"
    const Origin& origin;   ///< of the promise
};

/// A promise that a dry run skipped, and that a real run would keep: another one would be repaired,
/// and its class would let this one through. Sent only when details are wanted, once for each.
struct PromiseFollows {
    std::string_view type;
    std::string_view promiser;
    const Origin& origin;
    std::string_view cause;      ///< the other promise: "files '/etc/motd'"
    std::string_view class_name; ///< that would be defined
};

/// A promise that does not hold, found by a run that only compares.
struct DriftFound {
    std::string_view operation; ///< the language's own word for what would repair it
    std::string_view promiser;
    const Origin& origin;
    std::string_view server; ///< may be empty
    const std::vector<Change>& changes;
};

/// The policy chooses the facility of its lines in the system log, from here on.
struct FacilityChosen {
    LogFacility facility;
    ScopeId scope = ScopeId::run;
};

/// The policy chooses the level of the log, from here on.
struct LogLevelChosen {
    LogLevel level;
    ScopeId scope = ScopeId::run;
};

/// The tags and the comment of a class or variable.
struct Remarks {
    std::vector<std::string> tags = {};
    std::string comment = {};
};

/// Sent only when details are wanted.
struct ClassDefined {
    std::string_view name;
    std::string_view bundle; ///< empty if the class is defined everywhere
    const Remarks& remarks;
    const Origin& origin; ///< of the promise that defines it; without a file: none does
};

/// A class that was defined is not any more. Sent only when details are wanted.
struct ClassCancelled {
    std::string_view name;
    const Origin& origin; ///< of the promise that cancels it
};

/// A class that a promise defines after another outcome than the one it had. Sent only when details
/// are wanted.
struct ClassWithheld {
    std::string_view name;
    Verdict now;          ///< the worst of what became of the promise
    Verdict needed;       ///< defines the class
    const Origin& origin; ///< of the promise
};

/// Sent only when details are wanted.
struct VariableDefined {
    std::string_view name; ///< qualified
    std::string_view value;
    const Remarks& remarks;
    const Origin& origin; ///< of the promise that defines it; without a file: none does
};

/// A value that is secret from here on: observers that show events mask it. It is not shown itself.
struct SecretLearned {
    const Data& value; ///< each text in it is a secret
    ScopeId scope = ScopeId::run;
};

/// An event of the language itself, for programs that watch the run: its name and members are the
/// language's own, and observers pass them on unchanged.
struct LanguageEvent {
    std::string_view name;
    const Data& members; ///< an object
    ScopeId scope = ScopeId::run;
};

// The processes of modules. These events are sent when they happen: those of promises may follow
// later, in the order of the policy. Sent only when scopes are wanted.

struct ModuleStarted {
    int process;           ///< its number, which is used again after its end
    std::string_view type; ///< of the promises that it keeps
    std::string_view path; ///< of its program
    ScopeId scope = ScopeId::run;
};

/// A process is done with a promise.
struct ModuleWorked {
    int process;
    const Promise& promise;
    const Outcome& outcome;
};

struct ModuleEnded {
    int process;
    ScopeId scope = ScopeId::run;
};

using Event = std::variant<
    LogLine,
    Report,
    ScopeBegan,
    ScopeEnded,
    PromiseStarted,
    Progress,
    PromiseDone,
    PromiseSkipped,
    ClassExpected,
    PromiseFollows,
    DriftFound,
    FacilityChosen,
    LogLevelChosen,
    ClassDefined,
    ClassCancelled,
    ClassWithheld,
    VariableDefined,
    SecretLearned,
    ModuleStarted,
    ModuleWorked,
    ModuleEnded,
    LanguageEvent>;

/// The scope that an event belongs to; of ScopeBegan and ScopeEnded, the scope itself.
ScopeId scope_of(const Event& event);

} // namespace vow
