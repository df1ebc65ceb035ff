#include "policy/otterscript/values/value.h"

#include <algorithm>
#include <optional>

namespace vow::otterscript {

/// The state of the newest of the copies that share it, and how to get back to those of the others.
struct Map::Table {
    struct Change {
        enum class Kind : std::uint8_t { added, replaced, erased };
        Kind kind;
        std::size_t place;
        Value before;
    };

    std::vector<Item> items; ///< an erased one stays, as a gap that no key leads to
    std::unordered_map<std::string, std::size_t> places;
    std::vector<Change> changes;

    bool has_gaps() const { return items.size() > places.size(); }
    void undo_last_change();
    void close_gaps();
};

void Map::Table::undo_last_change() {
    Change change = std::move(changes.back());
    changes.pop_back();
    Item& item = items[change.place];
    switch (change.kind) {
    case Change::Kind::added:
        places.erase(item.first);
        items.pop_back();
        return;
    case Change::Kind::erased: places[item.first] = change.place; break;
    case Change::Kind::replaced: break;
    }
    item.second = std::move(change.before);
}

void Map::Table::close_gaps() {
    std::vector<Item> kept;
    kept.reserve(places.size());
    for (std::size_t at = 0; at < items.size(); ++at) {
        const auto found = places.find(items[at].first);
        if (found == places.end() || found->second != at) continue;
        found->second = kept.size();
        kept.push_back(std::move(items[at]));
    }
    items = std::move(kept);
}

Map::Map() : table_(std::make_shared<Table>()) {}

void Map::give_own_table() const {
    if (table_.use_count() > 1) table_ = std::make_shared<Table>(*table_);
    while (table_->changes.size() > version_)
        table_->undo_last_change();
    table_->changes.clear();
    version_ = 0;
}

Map::Table& Map::current() const {
    if (version_ != table_->changes.size()) give_own_table();
    return *table_;
}

Map::Table& Map::changeable(bool is_shareable) {
    const Table& table = current();
    constexpr std::size_t least = 8;
    const bool has_many_gaps = table.items.size() > 2 * table.places.size() + least;
    const bool has_many_changes = table.changes.size() > 2 * table.items.size() + least;
    if (table_.use_count() == 1 || !is_shareable || has_many_gaps || has_many_changes)
        give_own_table();
    if (has_many_gaps) table_->close_gaps();
    return *table_;
}

const Value* Map::find(const std::string& key) const {
    const Table& table = current();
    const auto found = table.places.find(key);
    return found == table.places.end() ? nullptr : &table.items[found->second].second;
}

void Map::set(const std::string& key, Value value) {
    // A table that held itself, by way of a value, would never be freed.
    const bool is_same = value.sign() == Sign::map && value.map().table_ == table_;
    Table& table = changeable(!is_same && !value.holds_containers());
    const auto [found, is_new] = table.places.try_emplace(key, table.items.size());
    if (is_new) table.items.emplace_back(key, Value());
    Value& place = table.items[found->second].second;
    if (table_.use_count() > 1) {
        using Kind = Table::Change::Kind;
        table.changes.push_back(
            {is_new ? Kind::added : Kind::replaced, found->second, std::move(place)}
        );
        ++version_;
    }
    place = std::move(value);
}

Value& Map::at(const std::string& key) {
    Table& table = changeable(false);
    const auto [found, is_new] = table.places.try_emplace(key, table.items.size());
    if (is_new) table.items.emplace_back(key, Value());
    return table.items[found->second].second;
}

void Map::erase(const std::string& key) {
    if (find(key) == nullptr) return;
    Table& table = changeable(true);
    const auto found = table.places.find(key);
    Value before = std::move(table.items[found->second].second);
    if (table_.use_count() > 1) {
        table.changes.push_back({Table::Change::Kind::erased, found->second, std::move(before)});
        ++version_;
    }
    table.places.erase(found);
}

const std::vector<Map::Item>& Map::items() const {
    if (current().has_gaps()) {
        give_own_table();
        table_->close_gaps();
    }
    return table_->items;
}

std::size_t Map::size() const {
    return current().places.size();
}

bool Map::holds_containers() const {
    const auto is_text = [](const Item& item) { return item.second.is_text(); };
    return !std::ranges::all_of(table_->items, is_text) ||
           !std::ranges::all_of(table_->changes, [](const Table::Change& change) {
               return change.before.is_text();
           });
}

bool operator==(const Map& left, const Map& right) {
    return left.size() == right.size() && std::ranges::all_of(left.items(), [&](const auto& item) {
               const Value* other = right.find(item.first);
               return other != nullptr && *other == item.second;
           });
}

} // namespace vow::otterscript
