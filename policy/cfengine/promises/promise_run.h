#pragma once

#include "policy/cfengine/expansion/expander.h"

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// One round of one promise: its promiser and attributes under the elements that iteration has
/// reached. What each promise type does with it is in the table of promise_run.cpp.
class PromiseRound {
public:
    PromiseRound(Expander& expander, std::string_view type) : expander_(expander), type_(type) {}
    /// The same round on a copy of its expander.
    PromiseRound(const PromiseRound& original, Expander& expander)
        : expander_(expander),
          type_(original.type_),
          promiser_(original.promiser_) {}

    /// Guard, conditions and dependencies; then what the type does.
    void run();

    Expander& expander() { return expander_; }
    Evaluation& evaluation() { return expander_.evaluation(); }
    Frame& frame() { return expander_.frame(); }
    const PromiseStatement& statement() const { return *expander_.promise(); }
    std::string_view type() const { return type_; }
    const std::string& promiser() const { return promiser_.text; }
    /// Whether no reference is left in the promiser.
    bool promiser_resolved() const { return promiser_.resolved; }
    bool is_last_pass() const { return frame().pass >= 3; }
    const Frame& frame() const { return expander_.frame(); }

    /// The attribute, expanded; none when it is not promised or came to no text.
    std::optional<std::string> text(std::string_view attribute);
    /// The attribute as a list; a text is a list of one.
    std::vector<std::string> list(std::string_view attribute);
    bool truth(std::string_view attribute);
    /// What to do with a value that does not fit its attribute: it ends the run (FatalError); but
    /// before anything runs it is only noted.
    void type_error(std::string_view attribute, const Expression& value, std::string_view why);
    /// The `comment`, if anyone lists what is defined; it means nothing to the evaluation.
    std::string comment();
    /// The attributes of a body; an empty object when it is not promised.
    Data body(std::string_view attribute);

    /// Tells that the promise came to this: its classes, its handle, the bundle's verdicts.
    void conclude(const Verdicts& verdicts);
    void skip(SkipReason reason, std::string_view because);

private:
    enum class Answer { yes, no, unknown };

    void introduce();
    bool guard_holds();
    bool conditions_hold();
    bool dependencies_met();
    Answer answer(const Expression& condition);

    Expander& expander_;
    std::string_view type_;
    Expanded promiser_;
};

/// Makes a promise of a running bundle, once for every round of its iteration.
void run_promise(
    Evaluation& evaluation, Frame& frame, const Section& section, const PromiseStatement& promise
);

/// Logs that a promise cannot go on; the others can.
void log_failure(PromiseRound& round, const std::exception& failure);

/// The identity of a round: of its bundle, type, promiser and attributes as expanded.
std::uint64_t identity_of(PromiseRound& round, const Attributes& attributes);

// What each kind of promise does, a file each.
void run_variable(PromiseRound& round);
void run_meta(PromiseRound& round);
void run_default(PromiseRound& round);
void run_class(PromiseRound& round);
void run_report(PromiseRound& round);
void run_method(PromiseRound& round);
void run_edit(PromiseRound& round); ///< of an edit bundle, on the lines of its file
void run_kept(PromiseRound& round); ///< handed to its keeper: files, commands, custom types

} // namespace vow::cfengine
