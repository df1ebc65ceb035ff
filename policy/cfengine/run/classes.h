#pragma once

#include "policy/cfengine/run/frame.h"
#include "policy/cfengine/run/run_base.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vow::cfengine {

enum class ClassScope { name_space, bundle };

/// The global classes: hard ones, read from the host when first needed, and those that policy or
/// command line defined. Names of other namespaces than the default one are qualified
/// ("ns:name").
class GlobalClasses {
public:
    GlobalClasses(Names& names, Facts& facts) : names_(names), facts_(facts) {}

    bool has(Symbol name);
    void define(Symbol name, Tags tags);
    /// Undefines the class before the run, even if it is persistent; policy may define it.
    void negate(Symbol name);
    bool is_negated(Symbol name) const { return negated_.contains(name); }
    /// Undefines the class; a hard class, too, for the rest of the run.
    void cancel(Symbol name);

    /// With hard ones, in the reference's order.
    std::vector<TaggedName> all();
    /// Of a hard class.
    const Tags& tags_of_hard(std::string_view name);
    /// The classes that were defined, not discovered.
    const ClassTable& defined() const { return defined_; }

private:
    enum class Known : std::uint8_t { unknown, no, yes };

    Known& known(Symbol name);

    Names& names_;
    Facts& facts_;
    std::vector<Known> known_; ///< by symbol
    ClassTable defined_;
    std::unordered_set<Symbol> negated_;
    std::map<std::string, Tags, std::less<>> hard_tags_; ///< of those that were looked for
};

/// The classes as a running bundle sees them: the global ones, its own, and those of its callers
/// that it inherits, which it also finds by names of other namespaces. Reads wait for pending
/// promises that may change the answer.
class Classes {
public:
    explicit Classes(RunBase& run) : run_(run), global_(run.names(), run.world.facts) {}

    GlobalClasses& global() { return global_; }
    /// The symbol of a class: its canonical name, qualified unless in the default namespace.
    Symbol symbol(std::string_view name, std::string_view name_space);
    Symbol symbol(std::string_view name, const Frame& frame) {
        return symbol(name, frame.bundle.name_space);
    }

    bool has(const Frame& frame, Symbol name);
    /// The same now: pending promises may change it.
    bool is_defined(const Frame& frame, Symbol name);
    bool holds(const Frame& frame, const ClassGuard& guard);
    /// Logs an error and returns nullopt if the expression is not valid.
    std::optional<bool> holds(const Frame& frame, std::string_view expression);
    /// True if a class is the host's own, which policies cannot cancel.
    bool is_hard(const Frame& frame, Symbol name);
    /// nullopt if the class is neither global nor the frame's own.
    std::optional<Tags> tags(const Frame& frame, Symbol name);
    /// In the reference's order: the global ones, then the frame's own, not those that it inherits.
    std::vector<std::vector<TaggedName>> all(const Frame& frame);

    /// Defines a class, whose name is made canonical; in an assumption it is only expected. Throws
    /// Aborted when it is an abort class; with one of `abortbundleclasses`, or an expression of it
    /// that holds now, the frame ends.
    void define(Frame& frame, std::string_view name, ClassScope scope, Tags tags);
    void define(Frame& frame, Symbol name, ClassScope scope, Remarks remarks);
    void cancel(Frame& frame, std::string_view name);
    /// Expects a class that each of the promises would define (see Expectations).
    void expect(
        const Frame& frame, Symbol name, ClassScope scope, std::span<const std::string> promises
    );
    /// Throws Aborted when a class of `abortclasses` is defined before the first bundle runs.
    void abort_on_defined();

private:
    /// The name of a class in the tables of frames: without its namespace.
    Symbol local(Symbol name);
    void end_on_class(Frame& frame, std::string_view name);
    bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

    RunBase& run_;
    GlobalClasses global_;
};

} // namespace vow::cfengine
