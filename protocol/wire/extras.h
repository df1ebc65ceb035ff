#pragma once

#include "protocol/data/data.h"
#include "protocol/wire/message.h"

namespace vow::wire {

/// What a reply may have beyond the protocol's own fields (section 9), in both variants. Null: it
/// does not. What is not as it should be is left out, with a remark.
void read_variables(Reply& reply, const Data* variables);
void read_changes(Reply& reply, const Data* changes);

} // namespace vow::wire
