#include "policy/cfengine/run/array_data.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vow::cfengine {
namespace {

/// Elements by their keys' parts, from `depth` on, as an object of objects.
Data nested(
    std::vector<std::pair<std::vector<std::string_view>, const Value*>>& elements, std::size_t depth
) {
    std::vector<Data::Member> members;
    std::vector<std::pair<std::vector<std::string_view>, const Value*>> group;
    std::vector<std::string_view> order;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_part;
    for (std::size_t index = 0; index < elements.size(); ++index) {
        const std::string_view part = elements[index].first[depth];
        auto& places = by_part[part];
        if (places.empty()) order.push_back(part);
        places.push_back(index);
    }
    for (const std::string_view part : order) {
        group.clear();
        const Value* leaf = nullptr;
        for (const std::size_t index : by_part[part]) {
            if (elements[index].first.size() == depth + 1)
                leaf = elements[index].second;
            else
                group.push_back(elements[index]);
        }
        members.emplace_back(part, group.empty() ? leaf->as_data() : nested(group, depth + 1));
    }
    return Data::object(std::move(members));
}

std::vector<std::string_view> key_parts(std::string_view key) {
    std::vector<std::string_view> parts;
    for (auto at = key.find("]["); at != key.npos; at = key.find("][")) {
        parts.push_back(key.substr(0, at));
        key.remove_prefix(at + 2);
    }
    parts.push_back(key);
    return parts;
}

} // namespace

std::optional<Data> array_data(const Slot& slot, std::span<const std::string> indices) {
    std::vector<std::pair<std::vector<std::string_view>, const Value*>> elements;
    for (const auto& [key, variable] : slot.elements()) {
        auto parts = key_parts(key);
        if (parts.size() <= indices.size()) continue;
        if (!std::equal(indices.begin(), indices.end(), parts.begin())) continue;
        elements.emplace_back(std::move(parts), &variable.value);
    }
    if (elements.empty()) return {};
    return nested(elements, indices.size());
}

} // namespace vow::cfengine
