#include "modules/archives/archive_limits.h"

namespace vow::modules {
namespace {

/// A few files of zeros may be packed as well as they can.
constexpr std::uint64_t least_size_for_ratio = 16 << 20;

[[noreturn]] void
exceed(const std::string& what, std::uint64_t most, const std::string& attribute) {
    throw ArchiveFault(
        what + " " + std::to_string(most) + "; promise a larger '" + attribute +
        "' if that is expected"
    );
}

} // namespace

void ArchiveTally::add_entry() {
    if (++entries_ > limits_.entries)
        exceed("the number of its files and folders exceeds", limits_.entries, "max_entries");
}

void ArchiveTally::add_bytes(std::uint64_t count) {
    size_ += count;
    if (size_ > limits_.size) exceed("the bytes of its files exceed", limits_.size, "max_size");
    if (packed_ == 0 || size_ < least_size_for_ratio) return;
    if (size_ / packed_ >= limits_.ratio)
        exceed("the ratio of its files to the archive exceeds", limits_.ratio, "max_ratio");
}

} // namespace vow::modules
