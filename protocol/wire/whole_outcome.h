#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"
#include "protocol/wire/message.h"

#include <optional>

namespace vow::wire {

/// The name of the feature in a header, and of the member in a reply (protocol/README.md,
/// section 9): with it, a module that the agent serves to itself gets all terms of a promise, and
/// returns all of its outcome, as if it were kept inside the agent.
inline constexpr std::string_view whole_outcome_feature = "outcome";

/// The terms that the rest of a request does not carry; the member `terms` of a request.
Data data_from(const Terms& terms);
/// Sets what data_from() wrote; anything else is left as it is.
void read_terms(Terms& terms, const Data& data);

/// The parts that the rest of a reply does not carry. Bytes that are not UTF-8 arrive unchanged.
Data data_from(const Outcome& outcome);
/// Null if `data` was not made by data_from().
std::optional<Outcome> outcome_from(const Data& data);

/// Whether all texts of a promise arrive unchanged in JSON: they are UTF-8.
bool is_sent_unchanged(const Promise& promise);

/// Extension fields of replies (section 9), in both variants. Null if the field is missing. Invalid
/// parts are dropped with a remark.
void read_variables(Reply& reply, const Data* variables);
void read_changes(Reply& reply, const Data* changes);

} // namespace vow::wire
