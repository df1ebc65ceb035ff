#include "protocol/promise/outcome.h"

#include "protocol/text/named_value.h"

#include <array>
#include <bit>

namespace vow {
namespace {

constexpr std::array untold_words = {
    NamedValue<Untold>{"no_dry_run", Untold::no_dry_run},
    NamedValue<Untold>{"command", Untold::command},
    NamedValue<Untold>{"unknown_value", Untold::unknown_value},
    NamedValue<Untold>{"no_network", Untold::no_network},
    NamedValue<Untold>{"no_service", Untold::no_service},
};

} // namespace

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
    return find_name(untold_words, why);
}

std::optional<Untold> untold_from(std::string_view word) {
    return find_value<Untold>(untold_words, word);
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
