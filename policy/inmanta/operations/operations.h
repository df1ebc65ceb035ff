#pragma once

#include "policy/inmanta/syntax/tree.h"
#include "policy/inmanta/values/value.h"

namespace vow::inmanta {

/// The result of any operator but `and` and `or`, which are lazy. Throws ModelError without a
/// statement. Unknown operands make the result unknown.
Value result_of(Operator operation, const Value& left, const Value& right);
Value negated(const Value& value);
/// The member of a dict. Throws ModelError.
Value looked_up(const Value& dict, const Value& key);
/// A value as a format specification of Python writes it: "{:>8}", "{:.2f}".
std::string formatted(const Value& value, std::string_view specification);
/// A call of `string`, `int`, `float`, `number` or `bool`. Throws ModelError.
Value cast(std::string_view type, const Value& value);
bool is_cast(std::string_view name);
/// A truth value; throws ModelError with `words`, whose `{}` is the value, for any other.
bool truth_of(const Value& value, std::string_view words);

// Values that a model makes of others have limits, as each could double the last one. Both throw
// ModelError beyond them.

void check_text_size(std::size_t bytes);
void check_item_count(std::size_t items);

} // namespace vow::inmanta
