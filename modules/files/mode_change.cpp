#include "modules/files/mode_change.h"

#include <charconv>

#include <sys/stat.h>

namespace vow::modules {

namespace {

constexpr std::uint32_t all_bits = 07777;

std::optional<std::uint32_t> affected_by(char who) {
    switch (who) {
    case 'a': return all_bits;
    case 'u': return 04700U;
    case 'g': return 02070U;
    case 'o': return 00007U;
    }
    return std::nullopt;
}

std::optional<std::uint32_t> bits_of(char which) {
    switch (which) {
    case 'r': return 0444U;
    case 'w': return 0222U;
    case 'x': return 0111U;
    case 's': return 06000U;
    case 't': return 01000U;
    }
    return std::nullopt;
}

/// Applies one action to the bits in `affected`; later clauses win over earlier ones.
void apply(ModeChange& change, char action, std::uint32_t value, std::uint32_t affected) {
    const std::uint32_t on = action == '-' ? 0 : value;
    std::uint32_t off = action == '-' ? value : 0;
    if (action == '=') off = affected & ~value & all_bits;
    change.set = (change.set & ~off) | on;
    change.clear = (change.clear & ~on) | off;
}

std::optional<std::uint32_t> octal_number(std::string_view digits) {
    std::uint32_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value, 8);
    if (error != std::errc() || rest != end) return std::nullopt;
    // st_mode also contains the file type.
    value &= ~std::uint32_t{S_IFMT};
    return value > all_bits ? std::nullopt : std::optional(value);
}

/// One clause: [ugoa]*, one of +-=, then letters or an octal number; or just a number.
bool apply_clause(ModeChange& change, std::string_view clause) {
    std::uint32_t affected = 0;
    while (!clause.empty() && affected_by(clause.front())) {
        affected |= *affected_by(clause.front());
        clause.remove_prefix(1);
    }
    if (clause.empty()) return false;

    char action = '=';
    const bool has_action = std::string_view("+-=").find(clause.front()) != std::string_view::npos;
    if (has_action) {
        action = clause.front();
        clause.remove_prefix(1);
    }
    if (affected == 0) affected = all_bits;
    if (const auto number = octal_number(clause)) {
        apply(change, action, *number, all_bits);
        return true;
    }
    if (!has_action) return false;
    std::uint32_t value = 0;
    for (const char letter : clause) {
        const auto bits = bits_of(letter);
        if (!bits) return false;
        // The sticky bit applies to no particular class of users.
        value |= letter == 't' ? *bits : *bits & affected;
    }
    apply(change, action, value, affected);
    return true;
}

} // namespace

std::optional<ModeChange> mode_change_from(std::string_view words) {
    ModeChange change;
    for (;;) {
        const std::size_t comma = words.find(',');
        if (!apply_clause(change, words.substr(0, comma))) return std::nullopt;
        if (comma == std::string_view::npos) return change;
        words.remove_prefix(comma + 1);
    }
}

} // namespace vow::modules
