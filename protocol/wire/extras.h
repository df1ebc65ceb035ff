#pragma once

#include "protocol/data/data.h"
#include "protocol/wire/message.h"

namespace vow::wire {

/// Extension fields of replies (section 9), in both variants. Null if the field is missing. Invalid
/// parts are dropped with a remark.
void read_variables(Reply& reply, const Data* variables);
void read_changes(Reply& reply, const Data* changes);

} // namespace vow::wire
