#pragma once

#include "policy/cfengine/expansion/scoped_value.h"
#include "policy/cfengine/run/run_state.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// A text with its references replaced; unresolved ones are as written.
struct ExpandedText {
    std::string text;
    bool resolved = true;
};

/// The value of an expression.
struct Evaluation {
    std::optional<Value> value = {}; ///< nullopt: a function failed or could not be called
    bool resolved = true;            ///< false if some reference in it is still as written

    bool failed() const { return !value; }
    /// Null if it failed or has another shape.
    const std::string* text() const { return value ? value->text() : nullptr; }
    const List* list() const { return value ? value->list() : nullptr; }
    const Data* data() const { return value ? value->data() : nullptr; }
    const bool* condition() const { return value ? value->condition() : nullptr; }
};

/// Gives `$(name)` its meaning while one promise is evaluated: the promise's own names (`this.`,
/// `with`), the parameters of the body that is being read, the elements that iteration has
/// reached, then the variables of the evaluation as seen from the running bundle.
class Expander {
public:
    Expander(RunState& run, Frame& frame, const PromiseStatement* promise)
        : run_(run),
          frame_(frame),
          promise_(promise) {}

    ExpandedText text(const Text& text);
    /// Expands a text that is not part of the policy, such as the value of a variable.
    ExpandedText text_at_run_time(std::string_view source);
    Evaluation evaluate(const Expression& expression);
    /// Expands the references in a value that was expanded already, as the reference does before it
    /// stores one; vow returns it as it is. Containers stay as they are. `part` is the part of a
    /// promise that its texts count as.
    Evaluation expand_again(Evaluation before, TextPart part = TextPart::promiser);
    /// Whether a text that was expanded counts as unresolved because references are left in it: as
    /// the reference only. For vow they may be data, which it does not expand.
    bool is_open(std::string_view text) const {
        return manner().expands_values_again && holds_reference(text);
    }
    const Manner& manner() const { return run_.control.manner; }
    /// Whether a text holds $(name) or ${name}, with any name.
    bool has_scalar_reference(std::string_view source);
    /// A list attribute; the items of each `@(list)` in it are spliced in.
    Evaluation list(const ListOf& source);
    /// The attributes of a body whose guards hold, as an object; nothing if it is not defined.
    Evaluation body(const BodyUse& use);
    /// Whether the promise has an `action` body with `ifelapsed => "0"`: its functions are then
    /// called each time, not once a run.
    bool is_always_due();

    /// Logs, once a promise, that a call in an argument names no function.
    void log_unknown_function(const BundleUse& call);

    LookupResult find(const Reference& reference);
    /// The variable that an argument of a function names.
    LookupResult find_argument(std::string_view name);

    // --- the promise ---

    RunState& run() { return run_; }
    Frame& frame() { return frame_; }
    const PromiseStatement* promise() const { return promise_; }
    Origin origin() const;

    void set_promiser(std::optional<std::string> promiser) { promiser_ = std::move(promiser); }
    /// Like set_promiser(), for the life of the result.
    [[nodiscard]] ScopedValue<std::optional<std::string>> with_promiser(std::string promiser) {
        return {promiser_, std::move(promiser)};
    }
    /// Defines $(match.0), $(match.1), ... as the groups of a match, for the life of the result.
    [[nodiscard]] ScopedValue<List> with_match(List groups) { return {match_, std::move(groups)}; }
    void set_with(std::optional<std::string> with) { with_ = std::move(with); }
    /// The place of the expressions when they are not part of a promise, but of a control body.
    void set_place(Span place) { place_ = place; }
    /// Leaves the names of the promise, `this.promise_filename` and the like, as written.
    void hide_own_names() { has_own_names_ = false; }
    void set_handle(std::string handle) { handle_ = std::move(handle); }
    /// The promise's own, or one made from its place.
    std::string handle() const;

    /// Records that the promise may evaluate differently in the last pass although nothing changes.
    void wait_for_last_pass() { waits_ = true; }
    bool waits_for_last_pass() const { return waits_; }
    /// Records that a round was not carried out, or not wholly: a later pass may.
    void leave_open() { is_left_open_ = true; }
    bool is_left_open() const { return is_left_open_; }

    // --- iteration ---

    /// The variable a reference names now.
    struct Target {
        Symbol bundle;
        Symbol name;
        std::vector<std::string> indices;
        Qualification qualification; ///< as written
    };

    /// A list to iterate over: its name in references, and the current element. `$(list)`,
    /// `$(main.list)` and `$(default:main.list)` are three loops, though they name the same
    /// variable.
    struct LoopVariable {
        Symbol bundle;
        Symbol name;
        Qualification qualification;
        std::string key; ///< joined indices
        std::string element;
        bool is_final = true; ///< the element holds no reference

        bool is_of(const Target& target, std::string_view joined) const {
            return bundle == target.bundle && name == target.name &&
                   qualification == target.qualification && key == joined;
        }
    };

    std::vector<LoopVariable>& loop_variables() { return loop_variables_; }
    /// nullopt while its name has unresolved parts.
    std::optional<Target> target(const Reference& reference);
    /// The variable that a reference names before the iteration begins. Unlike target(), it does
    /// not depend on the part of the promise that the reference belongs to.
    std::optional<Target> loop_target(const Reference& reference);
    /// Whether the reference agent learns the bundle of a name only when it expands the name:
    /// $($(this.bundle).name). Before the iteration, such a bundle is one of the default namespace.
    bool has_late_bundle(const Reference& reference) const;
    /// nullopt when the text cannot name a variable.
    std::optional<Target> target(std::string_view name);
    /// The same for a name in an argument of a function: a bundle without a namespace is one of the
    /// default namespace.
    std::optional<Target> argument_target(std::string_view name);
    /// `place` is the reference's target: finding it again for each nested reference would double
    /// the work with every level.
    LookupResult find(const Reference& reference, const std::optional<Target>& place);

    /// Defines further names of `this`, such as `$(this)` and `$(this.k)` for a function that maps,
    /// for the life of the result.
    [[nodiscard]] ScopedValue<const Bindings*> bind(const Bindings& bindings) {
        return {bindings_, &bindings};
    }

private:
    /// The name in a reference with the references within it replaced.
    struct OpenName {
        std::optional<Target> target = {};   ///< nullopt while one of them has no value
        std::vector<std::string> parts = {}; ///< then: the name or, if it is fixed, its indices

        std::string written(const Reference& reference) const;
    };
    using Parameters = std::vector<std::pair<Symbol, Value>>;

    /// A body with the values of its parameters.
    struct OpenBody {
        const Body* body;
        Parameters parameters = {};
        bool resolved = true; ///< false if an argument is not
    };

    std::vector<OpenBody> opened(const BodyUse& use);
    OpenBody opened(const BodyUse& use, const Body& body);
    bool holds(const Guard& guard);
    OpenName open(const Reference& reference);
    Text text_of_value(std::string_view value, TextPart part);
    std::optional<Target> target(std::string_view name, std::string_view name_space);
    bool append(std::string& out, const Reference& reference);
    const LoopVariable* loop_over(Symbol name) const;
    bool append_pattern(std::string& out, std::string_view pattern);
    std::optional<std::string>
    own_name(Symbol bundle, std::string_view name, const std::string& key);
    std::optional<std::string> bound_text(std::string_view name) const;
    Evaluation list_item(const Expression& item);
    LookupResult parameter_named(const Reference& reference);
    LookupResult variable(const Target& place);
    LookupResult value_in(Symbol default_bundle, const Target& place);
    bool is_mangled(const Reference& reference) const;
    std::string_view space_of_late_bundle(const Reference& reference) const;
    Evaluation evaluated(const Text& source);
    Evaluation evaluated(const Word& word);
    Evaluation evaluated(const FunctionCall& call);
    Evaluation evaluated(const ListOf& source);
    static Evaluation evaluated(const LiteralList& source);
    Evaluation evaluated(const BodyUse& use);
    Evaluation evaluated(const BundleUse& use);

    RunState& run_;
    Frame& frame_;
    const PromiseStatement* promise_;
    std::optional<std::string> promiser_;
    std::optional<std::string> with_;
    List match_ = nullptr; ///< null: no match
    std::string handle_;
    Span place_ = {};
    bool has_own_names_ = true;
    bool waits_ = false;
    bool is_left_open_ = false;
    std::vector<LoopVariable> loop_variables_;
    const Parameters* parameters_ = nullptr;
    const Bindings* bindings_ = nullptr;
    bool is_before_loops_ = false;
    bool is_unprepared_ = false; ///< a text is expanded that the reference does not prepare
    bool reads_action_ = false;  ///< is_always_due() is evaluating the `action` body
    bool is_in_pattern_ = false; ///< the value of a variable in a mapped pattern is being expanded
};

} // namespace vow::cfengine
