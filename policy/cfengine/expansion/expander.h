#pragma once

#include "policy/cfengine/run/evaluation.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::cfengine {

/// A text with its references replaced. Where something stayed unresolved, it stands as written.
struct Expanded {
    std::string text;
    bool resolved = true;
};

/// The value of an expression.
struct Evaluated {
    std::optional<Value> value = {}; ///< nullopt: a function failed or could not be called
    bool resolved = true;            ///< false: some reference in it is still as written

    bool failed() const { return !value; }
    /// Null if it failed or has another shape.
    const std::string* text() const { return value ? value->text() : nullptr; }
    const List* list() const { return value ? value->list() : nullptr; }
    const Data* data() const { return value ? value->data() : nullptr; }
    const bool* condition() const { return value ? value->condition() : nullptr; }
};

/// What `$(name)` means while one promise is evaluated: the variables of the evaluation, seen from
/// the running bundle, under the promise's own names (`this.`, `with`), the parameters of the body
/// that is being read, and the elements that iteration has reached.
class Expander {
public:
    Expander(Evaluation& evaluation, Frame& frame, const PromiseStatement* promise)
        : evaluation_(evaluation),
          frame_(frame),
          promise_(promise) {}

    Expanded text(const Text& text);
    /// Reads and expands a text that became known only now.
    Expanded text_at_run_time(std::string_view text);
    Evaluated evaluate(const Expression& expression);
    /// A list attribute: items with what `@(list)` stands for spliced in.
    Evaluated list(const ListOf& list);
    /// The attributes of a body whose guards hold, as an object. None: no such body.
    std::optional<Data> body(const BodyUse& use, bool& resolved);

    Found find(const Reference& reference);
    Found find(std::string_view name);

    // --- what surrounds ---

    Evaluation& evaluation() { return evaluation_; }
    Frame& frame() { return frame_; }
    const PromiseStatement* promise() const { return promise_; }
    Origin origin() const;

    void set_promiser(std::optional<std::string> promiser) { promiser_ = std::move(promiser); }
    void set_with(std::optional<std::string> with) { with_ = std::move(with); }
    /// Where what is expanded stands, when that is no promise: a control body.
    void set_place(Span place) { place_ = place; }
    void set_handle(std::string handle) { handle_ = std::move(handle); }
    /// The promise's own, or the one made of its place.
    std::string handle() const;

    /// Notes that what was evaluated may come out otherwise in a later pass, though nothing
    /// changes.
    void wait_for_last_pass() { waits_ = true; }
    bool waits_for_last_pass() const { return waits_; }

    // --- iteration ---

    /// The variable a reference names now.
    struct Target {
        Symbol bundle;
        Symbol name;
        std::vector<std::string> indices;
        bool qualified; ///< as written
    };

    /// A list that is being walked: how it is referred to, and the element reached. `$(list)` and
    /// `$(main.list)` are two walks, though they name the same variable.
    struct LoopVariable {
        Symbol bundle;
        Symbol name;
        bool qualified;
        std::string key; ///< joined indices
        std::string element;

        bool is_of(const Target& target, std::string_view joined) const {
            return bundle == target.bundle && name == target.name &&
                   qualified == target.qualified && key == joined;
        }
    };

    std::vector<LoopVariable>& wheels() { return wheels_; }
    /// None while its name has unresolved parts.
    std::optional<Target> target(const Reference& reference);
    /// None when the text can name no variable.
    std::optional<Target> target(std::string_view name);
    /// `place` is what the reference's target is: to work it out twice for each of nested
    /// references would double the work with every level.
    Found find(const Reference& reference, const std::optional<Target>& place);

    /// What `$(this)`, `$(this.k)` mean for a function that maps; returns the former meaning.
    const Bindings* bind(const Bindings* bindings) { return std::exchange(bindings_, bindings); }
    const Bindings* bindings() const { return bindings_; }

private:
    bool append(std::string& out, const Reference& reference);
    std::optional<std::string>
    own_name(Symbol bundle, std::string_view name, const std::string& key);
    std::string_view this_word(std::string_view name);
    Found parameter(const Reference::Fixed& name);
    Evaluated evaluated(const Text& text);
    Evaluated evaluated(const Word& word);
    Evaluated evaluated(const FunctionCall& call);
    Evaluated evaluated(const ListOf& list);
    Evaluated evaluated(const BodyUse& use);
    Evaluated evaluated(const BundleUse& use);

    /// Parameters of the bodies being read, the innermost last.
    using Parameters = std::vector<std::pair<Symbol, Value>>;

    Evaluation& evaluation_;
    Frame& frame_;
    const PromiseStatement* promise_;
    std::optional<std::string> promiser_;
    std::optional<std::string> with_;
    std::string handle_;
    Span place_ = {};
    bool waits_ = false;
    std::vector<LoopVariable> wheels_;
    const Parameters* parameters_ = nullptr;
    const Bindings* bindings_ = nullptr;
};

} // namespace vow::cfengine
