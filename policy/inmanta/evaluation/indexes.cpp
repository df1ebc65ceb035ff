#include "policy/inmanta/evaluation/indexes.h"

#include <cmath>

namespace vow::inmanta {

std::string Indexes::key_of(const std::vector<Value>& values) {
    std::string key;
    const auto add = [&key](std::string_view kind, std::string_view text) {
        key.append(kind).append(std::to_string(text.size())).append(":").append(text);
    };
    for (const Value& value : values) {
        const double* real = value.real();
        if (value.string() != nullptr)
            add("'", *value.string());
        else if (value.object() != nullptr)
            add("@", std::to_string(reinterpret_cast<std::uintptr_t>(value.object())));
        else if (real != nullptr && std::fabs(*real) < 9e15 && std::floor(*real) == *real)
            add("", std::to_string(static_cast<std::int64_t>(*real))); // 1.0 is equal to 1
        else
            add("", text_of(value));
    }
    return key;
}

Instance* Indexes::find(const Index& index, const std::string& key) const {
    const auto entries = entries_.find(&index);
    if (entries == entries_.end()) return nullptr;
    const auto found = entries->second.instances.find(key);
    return found == entries->second.instances.end() ? nullptr : found->second;
}

std::vector<Indexes::PendingLookup>
Indexes::add(const Index& index, const std::string& key, Instance& instance) {
    Entries& entries = entries_[&index];
    entries.instances.try_emplace(key, &instance);
    std::vector<PendingLookup> ended;
    const auto waiting = entries.pending.find(key);
    if (waiting == entries.pending.end()) return ended;
    for (const std::size_t number : waiting->second) {
        ended.push_back(pending_.at(number));
        pending_.erase(number);
    }
    entries.pending.erase(waiting);
    return ended;
}

void Indexes::wait(const Index& index, const std::string& key, PendingLookup lookup) {
    entries_[&index].pending[key].push_back(++last_);
    pending_.emplace(last_, std::move(lookup));
}

std::vector<Indexes::PendingLookup> Indexes::unmatched() const {
    std::vector<PendingLookup> all;
    for (const auto& [number, lookup] : pending_)
        all.push_back(lookup);
    return all;
}

} // namespace vow::inmanta
