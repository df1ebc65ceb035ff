#include "policy/run/budget.h"

#include "policy/run/heap.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>

#include <malloc.h>

namespace vow {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
constexpr std::size_t large_block = std::size_t{16} << 10U;
constexpr std::size_t least_reserve = std::size_t{16} << 20U;
constexpr std::size_t least_growth = std::size_t{4} << 20U;

// Operator new knows nothing but these.
std::atomic<std::size_t> in_use = 0;
std::atomic<std::size_t> large_limit = none; ///< of what is in use, for a large block
std::atomic<std::size_t> small_limit = none;
std::atomic<std::size_t> budget = none;
std::atomic<int> reliefs = 0;
std::atomic<std::size_t> next_growth = none; ///< when that much is in use

std::size_t sum(std::size_t left, std::size_t right) {
    return right > none - left ? none : left + right;
}

bool is_refused(std::size_t bytes) {
    const std::size_t after = sum(in_use.load(std::memory_order_relaxed), bytes);
    const auto& limit = bytes >= large_block ? large_limit : small_limit;
    return after > limit.load(std::memory_order_relaxed) &&
           reliefs.load(std::memory_order_relaxed) == 0;
}

/// The memory of a run is expected to double. Blocks take more than they hold.
void expect_growth(std::size_t bytes) {
    const std::size_t after = sum(in_use.load(std::memory_order_relaxed), bytes);
    std::size_t expected = next_growth.load(std::memory_order_relaxed);
    if (after < expected || !next_growth.compare_exchange_strong(expected, sum(after, after)))
        return;
    expect_heap_growth(sum(bytes, sum(after, after / 3)));
}

/// Null if the machine has no memory left.
void* counted_block(std::size_t bytes) {
    expect_growth(bytes);
    void* block = std::malloc(bytes == 0 ? 1 : bytes); // NOLINT: this is what operator new does
    in_use.fetch_add(::malloc_usable_size(block), std::memory_order_relaxed);
    return block;
}

void* block_of(std::size_t bytes) {
    if (is_refused(bytes)) throw BudgetExceeded();
    void* block = counted_block(bytes);
    if (block == nullptr) throw std::bad_alloc();
    return block;
}

void* block_or_null(std::size_t bytes) noexcept {
    return is_refused(bytes) ? nullptr : counted_block(bytes);
}

void give_back(void* block) noexcept {
    in_use.fetch_sub(::malloc_usable_size(block), std::memory_order_relaxed);
    std::free(block); // NOLINT: as above
}

} // namespace

Budget::Budget(std::size_t max_bytes) {
    const std::size_t before = in_use.load();
    const std::size_t reserve = std::max(max_bytes / 4, least_reserve);
    budget = max_bytes;
    next_growth = least_growth;
    large_limit = sum(before, max_bytes);
    small_limit = sum(sum(before, max_bytes), reserve);
}

Budget::~Budget() {
    large_limit = none;
    small_limit = none;
    budget = none;
    next_growth = none;
}

Budget::Relief::Relief() {
    reliefs.fetch_add(1, std::memory_order_relaxed);
}

Budget::Relief::~Relief() {
    reliefs.fetch_sub(1, std::memory_order_relaxed);
}

std::size_t Budget::bytes_in_use() {
    return in_use.load(std::memory_order_relaxed);
}

std::size_t Budget::max_bytes() {
    return budget.load(std::memory_order_relaxed);
}

const char* BudgetExceeded::what() const noexcept {
    return "the values of the run would take more memory than it may";
}

} // namespace vow

// All forms without an alignment, so that each block is returned as it was got.

void* operator new(std::size_t bytes) {
    return vow::block_of(bytes);
}
void* operator new[](std::size_t bytes) {
    return vow::block_of(bytes);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return vow::block_or_null(bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return vow::block_or_null(bytes);
}
void operator delete(void* block) noexcept {
    vow::give_back(block);
}
void operator delete[](void* block) noexcept {
    vow::give_back(block);
}
void operator delete(void* block, std::size_t) noexcept {
    vow::give_back(block);
}
void operator delete[](void* block, std::size_t) noexcept {
    vow::give_back(block);
}
void operator delete(void* block, const std::nothrow_t&) noexcept {
    vow::give_back(block);
}
void operator delete[](void* block, const std::nothrow_t&) noexcept {
    vow::give_back(block);
}
