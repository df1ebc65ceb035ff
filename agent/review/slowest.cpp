#include "agent/review/slowest.h"

#include <algorithm>
#include <functional>
#include <map>

namespace vow::agent {

std::vector<RecordedTiming> slowest(std::vector<RecordedTiming> timings, std::size_t count) {
    std::ranges::stable_sort(timings, std::ranges::greater(), &RecordedTiming::duration);
    timings.resize(std::min(timings.size(), count));
    return timings;
}

std::vector<TypeTiming>
slowest_types(const std::vector<RecordedTiming>& timings, std::size_t count) {
    std::map<std::string, TypeTiming> by_type;
    for (const RecordedTiming& timing : timings) {
        TypeTiming& type = by_type[timing.promise.type];
        ++type.promises;
        type.duration += timing.duration;
    }
    std::vector<TypeTiming> types;
    types.reserve(by_type.size());
    for (auto& [name, type] : by_type) {
        type.type = name;
        types.push_back(std::move(type));
    }
    std::ranges::stable_sort(types, std::ranges::greater(), &TypeTiming::duration);
    types.resize(std::min(types.size(), count));
    return types;
}

std::string title_of(const TypeTiming& type) {
    const std::string count = std::to_string(type.promises);
    return type.type + ", " + count + (type.promises == 1 ? " promise" : " promises");
}

} // namespace vow::agent
