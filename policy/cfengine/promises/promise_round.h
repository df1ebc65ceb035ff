#pragma once

#include "policy/cfengine/expansion/expander.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// Whether the value of an attribute makes the promise another one. The data of a template changes
/// as the policy proceeds; the promise stays the same.
bool is_part_of_identity(std::string_view attribute);

/// One round of one promise: its promiser and attributes under the elements that iteration has
/// reached. Borrows the section and the expander.
class PromiseRound {
public:
    PromiseRound(Expander& expander, const Section& section)
        : expander_(expander),
          section_(section) {}
    /// The same round on a copy of its expander.
    PromiseRound(const PromiseRound& original, Expander& expander)
        : expander_(expander),
          section_(original.section_),
          promiser_(original.promiser_),
          has_unknown_condition_(original.has_unknown_condition_) {}

    enum class Unresolved { refuse, keep };

    /// Defines $(with). A text with references in it defines it only if they are kept; otherwise
    /// the value of the round before stays.
    void expand_with(Unresolved unresolved);
    /// Expands the promiser, and the names that attributes may refer to: $(with),
    /// $(this.promiser), $(this.handle).
    void expand_names();

    Expander& expander() { return expander_; }
    RunState& run() { return expander_.run(); }
    Frame& frame() { return expander_.frame(); }
    const PromiseStatement& statement() const { return *expander_.promise(); }
    /// Makes the promise about one of the files that its promiser names.
    void set_promiser(const std::string& path);
    PromiseKind kind() const { return section_.kind; }
    std::string_view type() const { return section_.type; }
    const std::string& promiser() const { return promiser_.text; }
    /// Whether every reference in the promiser was replaced.
    bool is_promiser_resolved() const { return promiser_.resolved; }
    bool is_last_pass() const;
    /// The promise goes on although a condition of it is not known.
    void accept_unknown_condition() { has_unknown_condition_ = true; }
    bool has_unknown_condition() const { return has_unknown_condition_; }

    /// An attribute as a text; nullopt when it is not promised or has no text.
    std::optional<std::string> text(std::string_view attribute);
    std::optional<std::string> text(CommonAttribute attribute);
    /// An attribute as a list; a text is a list of one.
    std::vector<std::string> list(std::string_view attribute);
    std::vector<std::string> list(CommonAttribute attribute);
    bool is_true(std::string_view attribute);
    /// The attributes of a body; an empty object when it is not promised.
    Data body(std::string_view attribute);
    Data body(CommonAttribute attribute);
    /// The `comment`, read only when observers want details: it does not affect the evaluation.
    std::string comment();

    /// A value of the wrong type for its attribute ends the run (throws FatalError). Before the
    /// run begins the error is only noted.
    void type_error(std::string_view attribute, const Expression& value, std::string_view why);
    /// Notifies observers that the promise is not made in this round.
    void skip(SkipReason reason, std::string_view because);
    /// The identity of this round with these attributes.
    std::uint64_t identity(const Attributes& attributes);

private:
    std::optional<std::string> text_of(std::string_view attribute, const Expression* source);
    std::vector<std::string> list_of(const Expression* source);
    Data body_of(const Expression* source);

    Expander& expander_;
    const Section& section_;
    ExpandedText promiser_;
    bool has_unknown_condition_ = false;
};

KeptBy kept_by(PromiseKind kind);

/// Logs why the evaluation of a promise failed, and adds the error to the bundle's verdicts.
void log_failure(PromiseRound& round, const std::string& reason);
/// The same for a promise that observers were not notified of: its outcome is the error. Notifies
/// them once if the promise fails again in later passes.
void report_failure(PromiseRound& round, const std::string& reason);

} // namespace vow::cfengine
