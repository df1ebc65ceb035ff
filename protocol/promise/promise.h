#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/log_level.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow {

/// The name of a promise type, and its module: a custom type names a module by path, a bundled one
/// does not.
struct PromiseType {
    std::string name;
    std::string interpreter = {};            ///< empty: the module is started by its own path
    std::string path = {};                   ///< absolute; empty: bundled, or not defined at all
    std::vector<std::string> arguments = {}; ///< of the program at `path`
    /// Types with different numbers share no process; see PromiseKeeper::end_isolation().
    std::uint64_t isolation = 0;

    friend bool operator==(const PromiseType&, const PromiseType&) = default;
};

using AttributeValue = PlainValue;

/// An attribute of a promise, without variable references.
struct Attribute {
    std::string name;
    AttributeValue value; ///< a body is an object whose members are its attributes

    friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// The attributes of a promise, in written order. Names are unique.
class Attributes {
public:
    Attributes() = default;
    Attributes(std::initializer_list<Attribute> items) : items_(items) {}

    /// Adds, or replaces the value of, the attribute `name`.
    void set(std::string name, AttributeValue value);
    /// Null if it is not promised.
    const AttributeValue* find(std::string_view name) const;
    /// The value if it is a text, otherwise null.
    const std::string* text(std::string_view name) const;

    auto begin() const { return items_.begin(); }
    auto end() const { return items_.end(); }
    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }

    friend bool operator==(const Attributes&, const Attributes&) = default;

private:
    std::vector<Attribute> items_;
};

/// A part of a run that a promise belongs to: a bundle call, a block, a step. Numbered from 1 in
/// the order in which they begin.
enum class ScopeId : std::uint32_t { run = 0 };

/// The place of a promise in the policy, for messages and for the wire, and in the run.
struct Origin {
    std::string file = {};
    std::uint32_t line = 0;   ///< from 1; 0: unknown
    std::uint32_t column = 0; ///< from 1; 0: unknown
    std::string bundle = {};
    std::string handle = {};
    ScopeId scope = ScopeId::run;
    int pass = 0; ///< from 1, in languages that evaluate a bundle several times; 0: in others
};

/// The conditions under which a promise is kept.
struct Terms {
    /// Only `fix` allows changes. Modules receive all others as `action_policy=warn` (except `nop`,
    /// sent as it is); bundled modules word their warnings accordingly.
    enum class Policy { fix, warn, nop, dry_run, simulate };

    enum class Parts { merged, listed }; ///< whether the outcome lists the files of a search

    /// Whether the run waits for the outcome. In the background, bundled modules keep the promise
    /// in a process of its own, and the outcome has no verdicts.
    enum class Timing { awaited, background };

    Policy policy = Policy::fix;
    Timing timing = Timing::awaited;
    Parts parts = Parts::merged;
    LogLevel log_level = LogLevel::notice;  ///< lines below it need not be sent
    LogLevel shown_level = LogLevel::debug; ///< lines below it are dropped
    std::optional<LogPriority> log_priority =
        {}; ///< in the system log; nullopt for that of the level
    std::optional<std::chrono::seconds> limit = {}; ///< for evaluation; nullopt for the default

    bool changes_allowed() const { return policy == Policy::fix; }
    /// Whether the promise itself only warns, whatever the run may change.
    bool only_warns() const { return policy == Policy::warn || policy == Policy::nop; }
};

/// One promise, fully resolved: it contains no variable references. It borrows its type, which
/// outlives the run.
struct Promise {
    const PromiseType* type; ///< never null
    std::string promiser;
    Attributes attributes = {};
    Origin origin = {};
    Terms terms = {};
};

} // namespace vow
