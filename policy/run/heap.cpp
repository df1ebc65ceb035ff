#include "policy/run/heap.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace vow {
namespace {

constexpr int megabyte = 1 << 20;
constexpr std::size_t shortest_run = 320U << 10U; // bytes
constexpr std::uintptr_t page = 4096;
constexpr std::size_t max_growth = std::size_t{128} << 20U;
constexpr std::uintptr_t large_page = std::uintptr_t{2} << 20U;
constexpr int usual_mappings = 65'536; // blocks of their own, outside the heap

std::uintptr_t heap_end() {
    return reinterpret_cast<std::uintptr_t>(::sbrk(0));
}

/// Moves the end of the heap, which the allocator keeps for what it needs next.
void grow_heap(std::size_t bytes) {
    ::mallopt(M_MMAP_MAX, 0);                  // or the block would have a mapping of its own
    void* volatile block = std::malloc(bytes); // NOLINT(cppcoreguidelines-no-malloc)
    std::free(block);                          // NOLINT(cppcoreguidelines-no-malloc)
    ::mallopt(M_MMAP_MAX, usual_mappings);
}

/// A kernel that lacks the advice refuses, and backs pages when they are used.
void advise(std::uintptr_t begin, std::uintptr_t end, int advice) {
    ::madvise(reinterpret_cast<void*>(begin), end - begin, advice); // NOLINT: an address
}

} // namespace

void tune_heap() {
    ::mallopt(M_MXFAST, 0);
    ::mallopt(M_TOP_PAD, megabyte);
    ::mallopt(M_TRIM_THRESHOLD, 512 * megabyte);
    const std::uintptr_t before = heap_end() / page * page;
    grow_heap(shortest_run);
    advise(before, std::min(heap_end(), before + shortest_run), MADV_POPULATE_WRITE);
}

void expect_heap_growth(std::size_t bytes) {
    const std::uintptr_t before = heap_end();
    grow_heap(std::min(bytes, max_growth));
    const std::uintptr_t begin = before / large_page * large_page;
    const std::uintptr_t end = heap_end();
    if (begin < end) advise(begin, end, MADV_HUGEPAGE);
}

} // namespace vow
