#include "policy/inmanta/evaluation/indexes.h"

#include <cmath>

namespace vow::inmanta {

std::string Indexes::key_of(const std::vector<Value>& values) {
    std::string key;
    for (const Value& value : values) {
        std::string part;
        if (value.object() != nullptr)
            part = "@" + std::to_string(reinterpret_cast<std::uintptr_t>(value.object()));
        else if (value.real() != nullptr && std::fabs(*value.real()) < 9e15 && std::floor(*value.real()) == *value.real())
            part = std::to_string(static_cast<std::int64_t>(*value.real())); // 1.0 is equal to 1
        else
            part = quoted_text_of(value);
        key += std::to_string(part.size()) + ":" + part;
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
