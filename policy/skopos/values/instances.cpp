#include "policy/skopos/values/instances.h"

#include "policy/skopos/plan/attribute_reader.h"

#include <algorithm>

namespace vow::skopos {
namespace {

constexpr std::int64_t max_instances = 100'000;

bool is_free(const Data& instance) {
    return instance.kind() == Data::Kind::null;
}

void trim(Data::Array& instances) {
    while (!instances.empty() && is_free(instances.back()))
        instances.pop_back();
}

} // namespace

const Data* Instances::at(std::string_view component, Selector which, std::int64_t index) const {
    const Data::Array* instances = list(component, which);
    const auto place = static_cast<std::size_t>(index);
    if (instances == nullptr || index < 0 || place >= instances->size()) return nullptr;
    return is_free((*instances)[place]) ? nullptr : &(*instances)[place];
}

Data::Array Instances::all(std::string_view component, Selector which) const {
    Data::Array existing;
    if (const Data::Array* instances = list(component, which)) {
        std::ranges::copy_if(*instances, std::back_inserter(existing), [](const Data& instance) {
            return !is_free(instance);
        });
    }
    return existing;
}

std::int64_t Instances::end(std::string_view component, Selector which) const {
    const Data::Array* instances = list(component, which);
    return instances == nullptr ? 0 : static_cast<std::int64_t>(instances->size());
}

void Instances::fill(
    std::string_view component, Selector which, std::int64_t index, Data instance
) {
    if (index < 0 || index >= max_instances) return;
    Data::Array& instances = list_to_change(component, which);
    const auto place = static_cast<std::size_t>(index);
    instances.resize(std::max(instances.size(), place + 1));
    instances[place] = std::move(instance);
    trim(instances);
}

void Instances::replace(std::string_view component, Selector which, const Data& instances) {
    remove_all(component, which);
    std::int64_t next = 0;
    for (const Data& instance : instances.items()) {
        const Data* index = instance.find("index");
        const auto place = index == nullptr ? std::nullopt : count_from(index->text());
        const std::int64_t here = place.value_or(next);
        fill(component, which, here, instance);
        next = here + 1;
    }
}

void Instances::remove(std::string_view component, Selector which, std::int64_t index) {
    if (at(component, which, index) != nullptr) fill(component, which, index, {});
}

void Instances::remove_all(std::string_view component, Selector which) {
    list_to_change(component, which).clear();
}

Data Instances::data() const {
    std::vector<Data::Member> members;
    for (const auto& [component, lists] : components_) {
        members.emplace_back(
            component,
            Data::object(
                {{"old", Data::array(lists.old_ones)}, {"new", Data::array(lists.new_ones)}}
            )
        );
    }
    return Data::object(std::move(members));
}

Instances Instances::from(const Data& data) {
    Instances instances;
    for (const auto& [component, lists] : data.members()) {
        Lists& read = instances.components_[component];
        if (const Data* old_ones = lists.find("old")) read.old_ones = old_ones->items();
        if (const Data* new_ones = lists.find("new")) read.new_ones = new_ones->items();
    }
    return instances;
}

const Data::Array* Instances::list(std::string_view component, Selector which) const {
    const auto found = components_.find(component);
    if (found == components_.end()) return nullptr;
    return which == Selector::old_ones ? &found->second.old_ones : &found->second.new_ones;
}

Data::Array& Instances::list_to_change(std::string_view component, Selector which) {
    Lists& lists = components_[std::string(component)];
    return which == Selector::old_ones ? lists.old_ones : lists.new_ones;
}

} // namespace vow::skopos
