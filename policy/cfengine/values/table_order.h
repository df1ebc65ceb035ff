#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// Jenkins's one-at-a-time hash, of a text that is added in parts. The reference orders its tables,
/// chooses time slots and shuffles by it, so a host keeps its results when the agent changes.
class OneAtATime {
public:
    OneAtATime& add(std::string_view part);
    std::uint32_t value() const;

private:
    std::uint32_t state_ = 0;
};

std::uint32_t one_at_a_time(std::string_view text);

/// The place of an entry in a table of the reference.
struct TableEntry {
    std::uint32_t hash = 0;  ///< of its key
    std::uint64_t added = 0; ///< its number among the entries ever added to the table
};

/// The order in which the reference walks a hash table, which policies can observe: the order of an
/// array's indices, of variables and of classes. A table of up to 14 entries is an array in the
/// order of definition. A larger one has 128 buckets, and twice as many each time they are more
/// than three quarters full. The newest entry of a bucket comes first; each doubling turns the
/// buckets around.
class TableOrder {
public:
    /// Of a table that has held at most `most` entries. `number_at(count)` is the number of the
    /// entry that first made them `count`.
    TableOrder(std::size_t most, const std::function<std::uint64_t(std::size_t count)>& number_at);
    /// Of a table that entries 1 to `count` were added to.
    explicit TableOrder(std::size_t count)
        : TableOrder(count, [](std::size_t number) { return number; }) {}

    /// Whether `left` comes before `right`.
    bool operator()(const TableEntry& left, const TableEntry& right) const;

private:
    bool is_array_;
    std::uint32_t buckets_;
    std::vector<std::uint64_t> doublings_; ///< the entries that caused them
};

/// The names of a set of the reference in its order, given in the order in which they were added.
std::vector<std::string> set_order(const std::vector<std::string>& names);

/// The key of an array's element or a variable: its bundle ("ns:bundle" or "bundle"), its name, and
/// the joined indices ("a][b"), or nothing.
std::uint32_t variable_hash(std::string_view bundle, std::string_view name, std::string_view key);

/// The key of a class ("ns:name" or "name").
std::uint32_t class_hash(std::string_view name);

} // namespace vow::cfengine
