#pragma once

#include "policy/cfengine/program/program.h"
#include "policy/cfengine/run/classes.h"
#include "policy/cfengine/run/control.h"
#include "policy/cfengine/run/pending_promises.h"
#include "policy/cfengine/run/variables.h"
#include "policy/run/identity.h"
#include "policy/run/world.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vow::cfengine {

struct EditSession;

enum class Inherit { nothing, classes };
enum class ClassScope { name_space, bundle };

/// One call of a bundle while it runs. Its variables live on in the evaluation; its classes do not.
struct Frame {
    const Bundle& bundle;
    Frame* caller = nullptr;            ///< null: of the bundle sequence
    Inherit inherit = Inherit::nothing; ///< whether the caller's classes hold here too
    std::string promiser = {};          ///< of the promise that called
    int pass = 1;                       ///< 1 to 3; 0: before anything runs
    BundleClasses classes = {};
    std::vector<std::pair<std::string, std::string>> results = {}; ///< for `useresult`
    Verdicts verdicts = {};                                        ///< of all its promises
    bool ended = false;                                            ///< by an abort class
    EditSession* editing = nullptr; ///< the file an edit bundle works on
    int depth = 1;
};

/// Raised when the policy itself ends the run: a class of `abortclasses` was defined.
struct Aborted {
    std::string reason;
};

/// Raised when evaluation cannot go on: a missing bundle, a list where a text belongs. Before
/// anything runs it is only noted.
struct FatalError {
    std::string message;
    Span span = {}; ///< of what cannot be evaluated, where it is known
};

/// What is known while a policy runs: variables, classes, what was kept. It decides nothing;
/// bundle_run and promise_run do.
class Evaluation {
public:
    Evaluation(Program& program, World& world);

    Program& program() { return program_; }
    World& world() { return world_; }
    Names& names() { return program_.names; }
    Classes& classes() { return classes_; }
    Variables& variables() { return variables_; }
    Control& control() { return control_; }
    PendingPromises& pending_promises() { return pending_promises_; }
    Regexes& regexes() { return regexes_; }

    // --- variables ---

    Found find(Symbol bundle, Symbol name, std::span<const std::string> indices);
    /// Null pointer: nothing of that name.
    const Slot* slot(Symbol bundle, Symbol name);
    void
    define(Symbol bundle, Symbol name, std::span<const std::string> indices, Variable variable);
    void forget(Symbol bundle, Symbol name);

    // --- classes ---

    bool has_class(const Frame& frame, Symbol name);
    bool holds(const Frame& frame, const ClassGuard& guard);
    /// None: no valid expression; why not is logged.
    std::optional<bool> holds(const Frame& frame, std::string_view expression);
    /// Defines a class by a name that is made canonical first.
    void define_class(Frame& frame, std::string_view name, ClassScope scope, Tags tags);
    void define_class(Frame& frame, Symbol name, ClassScope scope, Remarks remarks);
    void cancel_class(Frame& frame, std::string_view name);
    /// The name of a class as the set knows it: canonical, and qualified unless it belongs to the
    /// default namespace.
    Symbol class_symbol(std::string_view name, std::string_view name_space);

    // --- scopes ---

    /// The bundle call that is running, as events name it.
    ScopeId scope() const { return scope_; }
    /// Begins the next scope; returns it.
    ScopeId enter_scope() { return scope_ = ScopeId{++scopes_}; }
    void return_to_scope(ScopeId scope) { scope_ = scope; }

    // --- what was done ---

    /// Grows whenever something changed that evaluating again could see.
    std::uint64_t generation() const { return generation_; }
    void changed() { ++generation_; }
    /// The names that changed since this was last asked, in order, folded into a number; 0: none.
    std::uint64_t take_changes() { return std::exchange(changes_, 0); }

    /// False: an equal promise was kept before in this run.
    bool begin_once(std::uint64_t identity) { return done_.insert(identity); }
    void handle_satisfied(std::string handle) { handles_.insert(std::move(handle)); }
    bool is_satisfied(const std::string& handle) {
        pending_promises_.wait_for_handle_writers(handle);
        return handles_.contains(handle);
    }

    /// Answers of functions that are asked once a run, by function and arguments.
    std::unordered_map<std::string, Result>& answers() { return answers_; }

    /// When a promise statement was last evaluated, as a generation; 0: not yet.
    std::uint64_t& evaluated_at(const PromiseStatement& promise);

    /// Where a `promise agent` type leads, once its attributes were evaluated.
    std::map<std::string, PromiseType, std::less<>>& promise_types() { return promise_types_; }

    /// A path as seen from the folder the run was started in; links are left alone.
    std::string absolute(const std::string& path);

    void log(LogLevel level, std::string_view line) {
        if (world_.observer.wants(level)) world_.observer.receive(LogLine{level, line, scope_});
    }

    /// What would have ended the run, had it been evaluated in it.
    void note(FatalError type_error) { deferred_errors_.push_back(std::move(type_error)); }
    std::vector<FatalError> take_deferred_errors() { return std::exchange(deferred_errors_, {}); }

    /// As log(), of what would otherwise be said anew each time something is evaluated.
    void log_once(LogLevel level, std::string line) {
        if (said_.insert(line).second) log(level, line);
    }

private:
    void end_on_class(Frame& frame, std::string_view name);
    bool matches_any(const std::vector<std::string>& patterns, std::string_view name);
    const Slot* fact(Symbol name);
    void changed(std::uint64_t name);

    bool is_class_defined(const Frame& frame, Symbol name);

    Program& program_;
    PendingPromises pending_promises_;
    World world_; ///< whose observer is told of what is under way in its order
    Classes classes_;
    Variables variables_;
    Control control_;
    Regexes regexes_;
    std::optional<std::string> folder_; ///< the run was started in, once asked for
    Symbol sys_;
    ScopeId scope_ = ScopeId::run;
    std::uint32_t scopes_ = 0; ///< that have begun
    std::uint64_t generation_ = 1;
    std::uint64_t changes_ = 0;
    std::unordered_set<std::string> said_; ///< by log_once()
    std::vector<FatalError> deferred_errors_;
    IdentitySet done_;
    std::unordered_set<std::string> handles_;
    std::unordered_map<std::string, Result> answers_;
    std::vector<std::uint64_t> evaluated_at_;
    std::map<std::string, PromiseType, std::less<>> promise_types_;
};

} // namespace vow::cfengine
