#include "policy/cfengine/run/kept_promises.h"

namespace vow::cfengine {

bool KeptPromises::is_satisfied(const std::string& handle) {
    run_.pending.wait_for_handle_writers(handle);
    return satisfied_handles_.contains(handle);
}

std::uint64_t& KeptPromises::evaluated_at(const PromiseStatement& promise) {
    if (evaluated_at_.size() <= promise.number) evaluated_at_.resize(run_.program.promises);
    return evaluated_at_[promise.number];
}

void KeptPromises::reach(const PromiseStatement& promise) {
    if (reached_.size() <= promise.number) reached_.resize(run_.program.promises);
    reached_[promise.number] = true;
}

} // namespace vow::cfengine
