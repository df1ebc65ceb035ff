#pragma once

#include "policy/cfengine/promises/promise_round.h"
#include "policy/cfengine/run/run_state.h"

#include <optional>
#include <string>
#include <variant>

namespace vow::cfengine {

/// The type that a `promise agent` block defines, whether or not its module exists; nullopt without
/// a path.
std::optional<PromiseType> place_of_module(Expander& expander, const CustomType& custom);

/// Evaluates the attributes of a `promise agent` block. Returns the type that it defines, or the
/// reason why it defines none.
std::variant<PromiseType, std::string> resolve_type(Expander& expander, const CustomType& custom);

/// The type of a round's promise. A `promise agent` block is evaluated when its type is first
/// used. Null, with the error logged, when the type is not defined, its path is missing, or its
/// module does not exist.
const PromiseType* promise_type_of(PromiseRound& round);

/// Tells the keeper which custom types the sections after this one of a bundle seem to need, so
/// that their modules start while others work. Evaluates nothing that could have an effect, waits
/// for nothing, and changes nothing if it is wrong.
void expect_types_after(RunState& run, Frame& frame, const Section& section);

} // namespace vow::cfengine
