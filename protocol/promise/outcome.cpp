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

std::string_view text_of(Untold why) {
    switch (why) {
    case Untold::no_dry_run: return "no_dry_run";
    case Untold::command: return "command";
    case Untold::unknown_value: return "unknown_value";
    case Untold::no_network: return "no_network";
    case Untold::no_service: return "no_service";
    }
    return {};
}

std::optional<Untold> untold_from(std::string_view word) {
    for (const Untold why :
         {Untold::no_dry_run,
          Untold::command,
          Untold::unknown_value,
          Untold::no_network,
          Untold::no_service}) {
        if (word == text_of(why)) return why;
    }
    return std::nullopt;
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
    if (!untold) untold = part.untold;
    changes.insert(changes.end(), part.changes.begin(), part.changes.end());
}

} // namespace vow
