#include "agent/fleet/live/resident_memory.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>

#include <malloc.h>
#include <sys/mman.h>

namespace vow::agent {
namespace {

/// A part of the memory of this process.
struct Mapping {
    std::uintptr_t begin = 0, end = 0;
    bool is_of_file = false; ///< and can be read only
};

/// From the first line of a mapping in /proc/self/smaps: "BEGIN-END r-xp OFFSET DEVICE INODE PATH";
/// nullopt for any other line.
std::optional<Mapping> mapping_in(const std::string& line) {
    unsigned long begin = 0, end = 0, inode = 0;
    std::array<char, 5> rights{};
    constexpr int fields = 4;
    const int read = std::sscanf( // NOLINT(cert-err34-c): the kernel writes numbers
        line.c_str(),
        "%lx-%lx %4s %*s %*s %lu",
        &begin,
        &end,
        rights.data(),
        &inode
    );
    if (read != fields) return std::nullopt;
    return Mapping{.begin = begin, .end = end, .is_of_file = inode != 0 && rights[1] == '-'};
}

} // namespace

void give_back_unused_pages() {
    ::malloc_trim(0);
    std::ifstream mappings("/proc/self/smaps");
    Mapping last;
    for (std::string line; std::getline(mappings, line);) {
        if (const auto mapping = mapping_in(line)) last = *mapping;
        // Relocations have changed pages that can only be read since then: those have no other
        // copy.
        if (!last.is_of_file || !line.starts_with("Anonymous:")) continue;
        if (line.find(" 0 kB") == std::string::npos) continue;
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel writes addresses as numbers
        void* const begin = reinterpret_cast<void*>(last.begin);
        ::madvise(begin, last.end - last.begin, MADV_DONTNEED);
    }
}

} // namespace vow::agent
