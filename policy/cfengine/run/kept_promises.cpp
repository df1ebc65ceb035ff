#include "policy/cfengine/run/kept_promises.h"

namespace vow::cfengine {

std::string qualified_handle(const Bundle& bundle, std::string_view handle) {
    return bundle.name_space + ":" + std::string(handle);
}

void KeptPromises::satisfy(const Bundle& bundle, std::string_view handle) {
    satisfied_handles_.insert(qualified_handle(bundle, handle));
}

bool KeptPromises::is_satisfied(const Bundle& bundle, std::string_view handle) {
    const std::string name = qualified_handle(bundle, handle);
    run_.pending.wait_for_handle_writers(name);
    return satisfied_handles_.contains(name);
}

std::uint64_t& KeptPromises::evaluated_at(const PromiseStatement& promise) {
    if (evaluated_at_.size() <= promise.number) evaluated_at_.resize(run_.program.promises);
    return evaluated_at_[promise.number];
}

} // namespace vow::cfengine
