#include "policy/cfengine/values/table_order.h"

#include <algorithm>

namespace vow::cfengine {

OneAtATime& OneAtATime::add(std::string_view part) {
    for (const char c : part) {
        state_ += static_cast<std::uint32_t>(static_cast<signed char>(c));
        state_ += state_ << 10U;
        state_ ^= state_ >> 6U;
    }
    return *this;
}

std::uint32_t OneAtATime::value() const {
    std::uint32_t hash = state_;
    hash += hash << 3U;
    hash ^= hash >> 11U;
    hash += hash << 15U;
    return hash;
}

std::uint32_t one_at_a_time(std::string_view text) {
    return OneAtATime().add(text).value();
}

namespace {

constexpr std::size_t max_in_array = 14;
constexpr std::uint32_t first_buckets = 128;
constexpr std::string_view default_namespace = "default";

} // namespace

TableOrder::TableOrder(
    std::size_t most, const std::function<std::uint64_t(std::size_t count)>& number_at
)
    : is_array_(most <= max_in_array),
      buckets_(first_buckets) {
    for (; most > std::size_t{buckets_} / 4 * 3; buckets_ *= 2)
        doublings_.push_back(number_at(std::size_t{buckets_} / 4 * 3 + 1));
}

bool TableOrder::operator()(const TableEntry& left, const TableEntry& right) const {
    if (is_array_) return left.added < right.added;
    const std::uint32_t left_bucket = left.hash & (buckets_ - 1);
    const std::uint32_t right_bucket = right.hash & (buckets_ - 1);
    if (left_bucket != right_bucket) return left_bucket < right_bucket;
    if (left.added == right.added) return false;
    const std::uint64_t newer = std::max(left.added, right.added);
    const auto turns = doublings_.end() - std::ranges::lower_bound(doublings_, newer);
    const bool is_newest_first = turns % 2 == 0;
    return is_newest_first == (left.added == newer);
}

std::vector<std::string> set_order(const std::vector<std::string>& names) {
    std::vector<std::pair<TableEntry, std::string>> entries;
    entries.reserve(names.size());
    for (const std::string& name : names)
        entries.push_back({{one_at_a_time(name), entries.size() + 1}, name});
    std::ranges::sort(entries, TableOrder(entries.size()), [](const auto& each) {
        return each.first;
    });
    std::vector<std::string> ordered;
    ordered.reserve(entries.size());
    for (auto& [entry, name] : entries)
        ordered.push_back(std::move(name));
    return ordered;
}

std::uint32_t variable_hash(std::string_view bundle, std::string_view name, std::string_view key) {
    OneAtATime hash;
    const auto colon = bundle.find(':');
    hash.add(colon == bundle.npos ? default_namespace : bundle.substr(0, colon));
    hash.add(bundle.substr(colon == bundle.npos ? 0 : colon + 1)).add(name);
    if (key.empty()) return hash.value();
    for (auto end = key.find("]["); end != key.npos; end = key.find("][")) {
        hash.add("]").add(key.substr(0, end));
        key.remove_prefix(end + 2);
    }
    return hash.add("]").add(key).value();
}

std::uint32_t class_hash(std::string_view name) {
    OneAtATime hash;
    if (name.find(':') == name.npos) hash.add(default_namespace).add(":");
    return hash.add(name).value();
}

} // namespace vow::cfengine
