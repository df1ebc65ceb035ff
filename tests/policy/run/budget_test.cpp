#include "policy/run/budget.h"
#include "policy/run/guarded.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace budget_test {

using namespace vow;

namespace {

constexpr std::size_t mega = std::size_t{1} << 20U;

} // namespace

TEST_CASE("a block beyond the budget is refused, and its failure names the size") {
    const Budget budget(4 * mega);
    const std::string half(2 * mega, 'x');
    CHECK_THROWS_AS(std::string(3 * mega, 'x'), BudgetExceeded);
    const std::string reason = guarded(
        [] { return std::string(3 * mega, 'x'); }, [](const std::string& words) { return words; }
    );
    CHECK(reason == "the values of this run would take more than 4 MiB together (--max-values)");
}

TEST_CASE("a value that has died no longer counts") {
    const Budget budget(4 * mega);
    for (int round = 0; round < 10; ++round)
        CHECK_NOTHROW(std::string(3 * mega, 'x'));
    const std::size_t before = Budget::bytes_in_use();
    {
        const auto value = std::make_unique<std::string>(mega, 'x');
        CHECK(Budget::bytes_in_use() >= before + mega);
    }
    CHECK(Budget::bytes_in_use() == before);
}

TEST_CASE("small blocks have a reserve, and relief refuses nothing") {
    const Budget budget(1);
    CHECK_NOTHROW(std::make_unique<std::string>("some words that do not fit into the object"));
    CHECK_THROWS_AS(std::string(mega, 'x'), BudgetExceeded);
    const Budget::Relief relief;
    CHECK_NOTHROW(std::string(mega, 'x'));
}

TEST_CASE("nothing is refused when the budget has ended") {
    { const Budget budget(1); }
    CHECK_NOTHROW(std::string(mega, 'x'));
}

} // namespace budget_test
