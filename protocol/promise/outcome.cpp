#include "protocol/promise/outcome.h"

#include <bit>

namespace vow {

std::string_view text_of(Verdict verdict) {
    switch (verdict) {
    case Verdict::kept: return "kept";
    case Verdict::repaired: return "repaired";
    case Verdict::not_kept: return "not_kept";
    case Verdict::denied: return "denied";
    case Verdict::timed_out: return "timed_out";
    case Verdict::error: return "error";
    }
    return {};
}

Verdicts::Verdicts(std::initializer_list<Verdict> verdicts) {
    for (const Verdict verdict : verdicts)
        add(verdict);
}

Verdict Verdicts::worst() const {
    if (empty()) return Verdict::kept;
    return static_cast<Verdict>(std::bit_width(bits_) - 1);
}

void Outcome::add(const Outcome& part) {
    only_warned = !has_failed() && !part.has_failed();
    verdicts.add(part.verdicts);
    duration += part.duration;
}

} // namespace vow
