#include "policy/cfengine/values/parsed_texts.h"

#include <algorithm>

namespace vow::cfengine {

const Data* ParsedTexts::find(std::string_view key) const {
    const auto found = std::ranges::find(latest_, key, &std::pair<std::string, Data>::first);
    return found == latest_.end() ? nullptr : &found->second;
}

void ParsedTexts::add(std::string key, Data data) {
    if (latest_.size() == most) latest_.pop_front();
    latest_.emplace_back(std::move(key), std::move(data));
}

} // namespace vow::cfengine
