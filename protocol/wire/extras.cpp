#include "protocol/wire/extras.h"

#include "protocol/promise/change_data.h"

namespace vow::wire {
void read_variables(Reply& reply, const Data* variables) {
    if (variables == nullptr || variables->kind() == Data::Kind::null) return;
    if (variables->kind() != Data::Kind::object) {
        reply.remarks.emplace_back("'variables' is not an object and is ignored");
        return;
    }
    reply.variables = variables->members();
}

void read_changes(Reply& reply, const Data* changes) {
    if (changes == nullptr || changes->kind() == Data::Kind::null) return;
    bool as_expected = changes->kind() == Data::Kind::array;
    for (const Data& item : changes->items()) {
        if (auto change = change_from(item)) {
            reply.changes.push_back(*std::move(change));
        } else {
            as_expected = false;
        }
    }
    if (!as_expected) {
        reply.remarks.emplace_back(
            "'changes' is not a list of objects with 'object' or 'what'; other items are ignored"
        );
    }
}

} // namespace vow::wire
