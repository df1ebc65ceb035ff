#pragma once

#include "agent/explain/question.h"
#include "agent/explain/recording.h"
#include "policy/run/facts.h"
#include "policy/run/language.h"
#include "protocol/data/data.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// Finds names and places in a recorded run, in the policy as it is written, and in the facts of
/// the host. Borrows its arguments. The reasons that it returns are those of docs/commands.md,
/// "Reasons".
class Clues {
public:
    Clues(const Recording& recording, const std::vector<OutlinePart>& outline, Facts& facts)
        : recording_(recording),
          outline_(outline),
          facts_(facts) {}

    const Recording& recording() const { return recording_; }
    const std::vector<OutlinePart>& outline() const { return outline_; }
    Facts& facts() const { return facts_; }

    /// The promise that defines something at this place: "classes 'web'"; empty if none is known.
    std::string definer_at(const Origin& origin) const;
    /// The last event of the promise of this place; null without one.
    const Sighting* last_at(const Origin& origin) const;
    /// Whether the bundle of a promise was called.
    bool is_reached(const OutlinePart& promise) const;
    /// Whether the guard or a condition of some promise names a class.
    bool is_in_a_condition(std::string_view name) const;
    /// The place of a question; of a line inside a promise, the place where the promise begins.
    PolicyPlace begin_of(const PolicyPlace& place) const;

    /// Why the promises that would define a name did not.
    std::vector<Data> hindrances(OutlinePart::Defines what, std::string_view name) const;
    /// The promises that would define a class in a real run or, if there are none, after another
    /// outcome, as reasons why it is not defined.
    std::vector<Data> possible_definers(std::string_view class_name) const;
    /// The causes of a reason: the classes of a guard as they were then, or why a promise that
    /// another depends on is not kept.
    std::vector<Data> causes_of(const Data& reason, std::size_t position) const;
    /// All names, for hints.
    std::vector<std::string_view> names() const;

    /// The cancellation of a class that was not defined again until a position in the recording;
    /// null: it was not cancelled, or was defined again.
    const Cancellation* last_cancellation(std::string_view class_name, std::size_t position) const;

private:
    std::vector<Data> expected_definers(std::string_view class_name) const;
    std::vector<Data> withheld_definers(std::string_view class_name) const;
    std::vector<Data> classes_in(std::string_view condition, std::size_t position) const;

    const Recording& recording_;
    const std::vector<OutlinePart>& outline_;
    Facts& facts_;
};

} // namespace vow::agent
