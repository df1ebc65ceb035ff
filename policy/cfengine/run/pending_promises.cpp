#include "policy/cfengine/run/pending_promises.h"

#include <algorithm>
#include <utility>

namespace vow::cfengine {

PromiseKeeper::Overlap PendingPromises::overlap(const PromiseType& type) {
    using Overlap = PromiseKeeper::Overlap;
    if (order_.is_empty() || keeper_.overlap(type) != Overlap::unknown)
        return keeper_.overlap(type);
    const PromiseType* const expected[] = {&type};
    keeper_.expect(expected);
    while (!order_.is_empty() && keeper_.overlap(type) == Overlap::unknown)
        order_.wait();
    return keeper_.overlap(type);
}

void PendingPromises::begin(Promise promise, Writes writes, InOrder::Each each) {
    if (shares_files(writes)) finish();
    wait_for_room(*promise.type);
    writes_.push_back(std::move(writes));
    order_.start(std::move(promise), [this, each = std::move(each)](Outcome outcome) {
        writes_.pop_front();
        each(std::move(outcome));
    });
}

void PendingPromises::wait_for_room(const PromiseType& type) {
    while (writes_.size() >= max_pending || (!order_.is_empty() && !keeper_.is_free(type)))
        order_.wait();
}

void PendingPromises::keep_alone(Promise promise, InOrder::Each each) {
    finish();
    order_.start(std::move(promise), std::move(each));
    finish();
}

void PendingPromises::finish_unless_allowed(const PromiseType& type) {
    using Overlap = PromiseKeeper::Overlap;
    while (!order_.is_empty() && keeper_.overlap(type) == Overlap::unknown)
        order_.wait();
    if (keeper_.overlap(type) != Overlap::allowed) finish();
}

/// Promises of different modules may affect each other where they name the same files.
bool PendingPromises::shares_files(const Writes& writes) const {
    return std::any_of(writes_.begin(), writes_.end(), [&](const Writes& other) {
        const bool is_unordered =
            writes.is_unordered && other.is_unordered && writes.type == other.type;
        return !is_unordered && share_files(writes.paths, other.paths);
    });
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
