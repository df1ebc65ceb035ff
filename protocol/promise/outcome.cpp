#include "protocol/promise/outcome.h"

#include <array>
#include <bit>

namespace vow {
namespace {

/// In the order of the enumerators.
constexpr std::array<std::string_view, 6> verdict_words = {
    "kept",
    "repaired",
    "not_kept",
    "denied",
    "timed_out",
    "error",
};

} // namespace

std::string_view text_of(Verdict verdict) {
    return verdict_words.at(static_cast<std::size_t>(verdict));
}

Verdicts::Verdicts(std::initializer_list<Verdict> verdicts) {
    for (const Verdict verdict : verdicts)
        add(verdict);
}

Verdict Verdicts::worst() const {
    if (empty()) return Verdict::kept;
    return static_cast<Verdict>(std::bit_width(bits_) - 1);
}

} // namespace vow
