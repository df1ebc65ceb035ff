#include "policy/source/diagnostic.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow {

namespace {

constexpr std::size_t max_name_length = 64; ///< bounds the cost of a comparison

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
}

/// The number of insertions, deletions, substitutions and swaps of neighbours that turn one text
/// into the other. Ignores case.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> before_last(to.size() + 1);
    std::vector<std::size_t> last(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        before_last.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const bool same = lower(from[i - 1]) == lower(to[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && lower(from[i - 1]) == lower(to[j - 2]) &&
                                 lower(from[i - 2]) == lower(to[j - 1]);
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row[to.size()];
}

} // namespace

std::string_view nearest(std::string_view wrong, const std::vector<std::string_view>& candidates) {
    if (wrong.size() > max_name_length) return {};
    std::string_view best;
    // At most a third of it may be wrong, and at least one letter must be right.
    std::size_t least = std::min((wrong.size() + 2) / 3 + 1, wrong.size());
    for (const std::string_view candidate : candidates) {
        const std::size_t shorter = std::min(wrong.size(), candidate.size());
        if (std::max(wrong.size(), candidate.size()) - shorter >= least) continue;
        const std::size_t distance = edit_distance(wrong, candidate);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

std::string with_hint(std::string message, std::string_view hint) {
    if (!hint.empty()) message.append("; ").append(hint);
    return message;
}

std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& candidates) {
    const std::string_view right = nearest(wrong, candidates);
    return right.empty() ? std::string() : "did you mean '" + std::string(right) + "'?";
}

std::string suggestion_for(std::string_view name, const std::vector<std::string_view>& known) {
    std::string nearest_one = did_you_mean(name, known);
    return nearest_one.empty() ? "expected one of: " + joined(known, ", ") : nearest_one;
}

} // namespace vow
