#pragma once

#include "policy/cfengine/promises/promise_round.h"

#include <optional>

namespace vow::cfengine {

/// The type and value that a `vars`, `meta` or `defaults` promise gives a variable.
struct Definition {
    ValueType type;
    const Expression* source;
};

/// nullopt for a promise without a type; of several types the last one counts.
std::optional<Definition> definition_of(const PromiseStatement& promise);

/// The promised value; nullopt while it is not known. Logs the error of a value that does not fit
/// the type, or throws a FatalError (semantics 6.6, 6.7).
std::optional<Value> value_of(PromiseRound& round, const Definition& definition);

} // namespace vow::cfengine
