#include "policy/cfengine/values/table_order.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace table_order_test {

using namespace vow::cfengine;

namespace {

/// The numbers of the entries with these hashes, added in this order, in the order of the table.
std::vector<std::uint64_t> walk(const std::vector<std::uint32_t>& hashes) {
    std::vector<TableEntry> entries;
    for (const std::uint32_t hash : hashes)
        entries.push_back({hash, entries.size() + 1});
    std::ranges::sort(entries, TableOrder(entries.size()));
    std::vector<std::uint64_t> numbers;
    for (const TableEntry& entry : entries)
        numbers.push_back(entry.added);
    return numbers;
}

/// The numbers of the first entries, which share a bucket, in a table with `more` further ones.
std::vector<std::uint64_t> first_bucket(std::vector<std::uint32_t> hashes, std::size_t more) {
    const std::size_t first = hashes.size();
    hashes.insert(hashes.end(), more, 1);
    std::vector<std::uint64_t> numbers = walk(hashes);
    std::erase_if(numbers, [&](std::uint64_t number) { return number > first; });
    return numbers;
}

} // namespace

TEST_CASE("a small table keeps the order of definition") {
    CHECK(walk({9, 3, 7}) == std::vector<std::uint64_t>{1, 2, 3});
    CHECK(set_order({"b", "a"}) == std::vector<std::string>{"b", "a"});
}

TEST_CASE("a table of more than 14 entries is walked by bucket, the newest entry of one first") {
    CHECK(first_bucket({0, 128, 0}, 12) == std::vector<std::uint64_t>{3, 2, 1});
    CHECK(walk({5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14}).front() == 6);
}

TEST_CASE("doubling a table turns its buckets around") {
    CHECK(first_bucket({0, 0, 0}, 93) == std::vector<std::uint64_t>{3, 2, 1}); // 96 entries
    CHECK(first_bucket({0, 0, 0}, 94) == std::vector<std::uint64_t>{1, 2, 3}); // 97
    CHECK(first_bucket({0, 128, 256}, 94) == std::vector<std::uint64_t>{1, 3, 2});
    CHECK(first_bucket({0, 0, 0}, 190) == std::vector<std::uint64_t>{3, 2, 1}); // 193
}

// Observed with cf-agent 3.21.
TEST_CASE("variables and classes have the hashes of the reference") {
    const auto bucket = [](std::string_view key) { return variable_hash("main", "a", key) & 255U; };
    CHECK(bucket("x55") == 2);
    CHECK(bucket("x48") == 252);
    CHECK(variable_hash("default:main", "a", "x55") == variable_hash("main", "a", "x55"));
    CHECK(variable_hash("main", "a", "te][st") != variable_hash("main", "a", "test"));
    CHECK(class_hash("c") == class_hash("default:c"));
    CHECK(one_at_a_time("a") == 0xca2e9442U);
}

TEST_CASE("a set of more than 14 names has the order of the reference") {
    std::vector<std::string> names;
    for (int number = 1; number <= 15; ++number)
        names.push_back("n" + std::to_string(number));
    const std::vector<std::string> ordered = set_order(names);
    CHECK(std::ranges::is_sorted(ordered, {}, [](const std::string& name) {
        return one_at_a_time(name) & 127U;
    }));
}

} // namespace table_order_test
