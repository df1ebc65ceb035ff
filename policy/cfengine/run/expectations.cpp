#include "policy/cfengine/run/expectations.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

void append(std::vector<std::string>& promises, std::span<const std::string> more) {
    for (const std::string& promise : more) {
        if (promises.empty() || promises.back() != promise) promises.push_back(promise);
    }
}

} // namespace

bool Expectations::expect_class(
    Symbol name,
    std::string_view text,
    std::optional<Symbol> bundle,
    std::span<const std::string> promises
) {
    const auto [begin, end] = classes_.equal_range(name);
    const auto known =
        std::find_if(begin, end, [&](const auto& entry) { return entry.second.bundle == bundle; });
    const bool is_new = known == end;
    const auto entry =
        is_new ? classes_.emplace(name, ExpectedClass{bundle, {{}, std::string(text)}}) : known;
    append(entry->second.cause.promises, promises);
    return is_new;
}

bool Expectations::expect_handle(const std::string& handle, std::span<const std::string> promises) {
    const auto [entry, is_new] = handles_.try_emplace(handle);
    append(entry->second.promises, promises);
    return is_new;
}

bool Expectations::finds_class(Symbol name, Symbol bundle) {
    const auto [begin, end] = classes_.equal_range(name);
    const auto found = std::find_if(begin, end, [&](const auto& entry) {
        return entry.second.bundle.value_or(bundle) == bundle;
    });
    if (found == end) return false;
    need(found->second.cause);
    return true;
}

bool Expectations::assumes_handle(const std::string& handle) {
    if (!is_assumed()) return false;
    const auto found = handles_.find(handle);
    if (found == handles_.end()) return false;
    need(found->second);
    return true;
}

void Expectations::need(const FollowCause& cause) {
    if (!has_need_) cause_ = &cause;
    has_need_ = true;
}

} // namespace vow::cfengine
