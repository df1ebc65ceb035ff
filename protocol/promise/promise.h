#pragma once

#include "protocol/data/value.h"
#include "protocol/promise/log_level.h"
#include "protocol/promise/log_priority.h"
#include "protocol/promise/promise_type.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow {

using AttributeValue = PlainValue;

struct Attribute {
    std::string name;
    AttributeValue value; ///< a body is an object whose members are its attributes

    friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// What a promise says beside its promiser, in written order. Names do not repeat.
class Attributes {
public:
    Attributes() = default;
    Attributes(std::initializer_list<Attribute> items) : items_(items) {}

    /// Adds, or replaces the value of, the attribute `name`.
    void set(std::string name, AttributeValue value);
    /// Null pointer: not promised.
    const AttributeValue* find(std::string_view name) const;
    /// The value when it is a text; null pointer otherwise.
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

/// Where a promise stands in the policy, for messages and for the wire, and in the run.
struct Origin {
    std::string file = {};
    std::uint32_t line = 0;   ///< from 1; 0: unknown
    std::uint32_t column = 0; ///< from 1; 0: unknown
    std::string bundle = {};
    std::string handle = {};
    ScopeId scope = ScopeId::run;
};

/// Under which conditions a promise is to be kept.
struct Terms {
    /// Everything but `fix` changes nothing. To a module they are all `action_policy=warn` (`nop`
    /// is sent as given); bundled modules word their warnings by which it is.
    enum class Policy { fix, warn, nop, dry_run, simulate };

    Policy policy = Policy::fix;
    LogLevel log_level = LogLevel::notice;          ///< lines below it need not be sent
    std::optional<LogPriority> log_priority = {};   ///< in the system log; none: that of the level
    std::optional<std::chrono::seconds> limit = {}; ///< for evaluating; none: the default

    bool changes_allowed() const { return policy == Policy::fix; }
};

/// One promise, fully resolved: no variable reference is left in it. It borrows its type, which
/// outlives the run.
struct Promise {
    const PromiseType* type; ///< never null
    std::string promiser;
    Attributes attributes = {};
    Origin origin = {};
    Terms terms = {};
};

} // namespace vow
