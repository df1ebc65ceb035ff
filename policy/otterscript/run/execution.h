#pragma once

#include "policy/otterscript/run/drift.h"
#include "policy/otterscript/run/held_resources.h"
#include "policy/otterscript/run/inventory.h"
#include "policy/otterscript/settings.h"
#include "policy/otterscript/syntax/tree.h"
#include "policy/run/world.h"
#include "protocol/description/secrets.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace vow::otterscript {

/// Where a signal has ended a run, and the operations that it has kept from running: those written
/// after that place, in the blocks that were open. Operations of a branch or a handler count,
/// whether or not they would have run, and those of a loop once. Not counted are those
/// of a loop that has begun, which may all have run in an earlier round, of modules that would be
/// called, and of a pass that would follow.
class Interruption {
public:
    enum class Enclosing { block, loop };

    /// A block was open at one of its statements. The innermost block comes first.
    void add(const Block& block, const Statement& at, Enclosing enclosing);
    /// A script was not begun.
    void add(const Script& script);

    /// The innermost statement that was running; `source` is null if none was.
    Span place() const { return place_; }
    std::size_t operations_left() const { return left_.size(); }

private:
    Span place_ = {};
    /// Each counts once, as several servers may have been about to run it.
    std::set<const Statement*> left_;
};

class Executor;
struct Execution;

/// The passes over a plan (section 4 of the language).
enum class Pass { execute_only, collect, execute };

/// How statements went so far.
enum class Status : std::uint8_t { normal, warning, error };
/// "normal", "warning" or "error".
std::string_view status_name(Status status);

/// Reads, checks and runs what is found only during a run: texts of `$Eval`, scripts of `OSExec`,
/// modules of rafts. Each text is read once.
class Interpreter {
public:
    virtual ~Interpreter() = default;
    /// Raises an error in `executor` if the text has mistakes.
    virtual const Expression& text(const std::string& text, Executor& executor, Span at) = 0;
    virtual const Script& script(const TrustedText& text, Executor& executor, Span at) = 0;
    virtual const Script& script_file(const std::string& path, Executor& executor, Span at) = 0;
    /// The path of a file of a raft, by its name with or without the suffix; nullopt if there is
    /// none. The raft without a name is the usual one.
    virtual std::optional<std::string>
    raft_file(const std::string& raft, const std::string& name, std::string_view suffix) = 0;
    /// The folder of a raft.
    virtual std::string raft_folder(const std::string& raft) = 0;
    /// The module of a raft that has a file of its own; null if there is none.
    virtual const Module*
    raft_module(const std::string& raft, const std::string& name, Executor& executor, Span at) = 0;
    /// Runs a script in `executor`, and awaits its children. Afterwards `outputs` has the values of
    /// the variables in `wanted`, by name.
    virtual void run_with_outputs(
        const Script& script,
        Executor& executor,
        const std::vector<std::string>& wanted,
        std::map<std::string, Value>& outputs
    ) = 0;
};

/// The state that all executors of a run share.
struct Execution {
    World& world;
    const Settings& settings;
    const Inventory& inventory;
    Names& names;
    Interpreter& interpreter;
    std::string folder; ///< where the run began, absolute
    std::string id;     ///< of the execution
    Pass pass = Pass::execute_only;
    Drift drift = {};
    TokenLocks locks = {};
    ServerPool pool = {};
    bool has_several_targets = false;
    std::uint64_t responses = 0;  ///< of web servers, received so far
    std::uint64_t isolations = 0; ///< of blocks, begun so far
    std::uint32_t scopes = 0;     ///< reported so far
    Interruption interruption = {};

    Secrets secrets = {};
    /// Each text in a value is masked from here on, wherever the run shows it.
    void keep_secret(const Data& value) {
        secrets.add(value);
        world.observer.receive(SecretLearned{value});
    }

    /// The text of a property of credentials or of a resource. A secret is read when it is used, on
    /// the machine that runs the plan, and is masked from there on.
    Answer<std::string> text_of(const SecuredProperty& property);

    bool is_simulation() const { return world.options.policy != Terms::Policy::fix; }
};

} // namespace vow::otterscript
