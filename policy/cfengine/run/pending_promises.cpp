#include "policy/cfengine/run/pending_promises.h"

#include <algorithm>
#include <utility>

namespace vow::cfengine {

void PendingPromises::begin(Promise promise, Writes writes, InOrder::Each each) {
    const PromiseType& type = *promise.type;
    writes_.push_back(std::move(writes));
    order_.start(std::move(promise), [this, each = std::move(each)](Outcome outcome) {
        writes_.pop_front();
        each(std::move(outcome));
    });
    while (!order_.is_empty() && keeper_.room(type) != PromiseKeeper::Room::free)
        order_.wait();
}

bool PendingPromises::wait_for_class(bool is_defined) {
    const bool may_change =
        !is_defined || std::any_of(writes_.begin(), writes_.end(), [](const Writes& writes) {
            return writes.cancels_classes;
        });
    if (may_change) finish();
    return may_change;
}

void PendingPromises::wait_for_variable(Symbol bundle, Symbol name) {
    const bool may_change = std::any_of(writes_.begin(), writes_.end(), [&](const Writes& writes) {
        return writes.bundle == bundle && (writes.type == name || writes.name == name);
    });
    if (may_change) finish();
}

void PendingPromises::wait_for_handle(std::string_view handle) {
    const bool may_change = std::any_of(writes_.begin(), writes_.end(), [&](const Writes& writes) {
        return writes.handle == handle;
    });
    if (may_change) finish();
}

} // namespace vow::cfengine
