#include "policy/cfengine/functions/text/splitting.h"

namespace vow::cfengine {

std::vector<std::string>
split(const Regex& separator, std::string_view text, std::size_t limit, Blanks blanks) {
    std::vector<std::string> pieces;
    std::string_view rest = text;
    const auto add = [&](std::string_view piece) {
        if (!piece.empty() || blanks == Blanks::keep) pieces.emplace_back(piece);
    };
    while (pieces.size() < limit) {
        const auto found = separator.search(rest);
        if (!found || found->end() == 0) {
            if (!text.empty()) add(rest);
            break;
        }
        add(rest.substr(0, found->begin()));
        rest.remove_prefix(found->end());
    }
    return pieces;
}

std::vector<std::string>
split_with_rest(const Regex& separator, std::string_view text, std::size_t limit) {
    std::vector<std::string> pieces;
    while (pieces.size() + 1 < limit) {
        const auto found = separator.search(text);
        if (!found || found->end() == 0) break;
        pieces.emplace_back(text.substr(0, found->begin()));
        text.remove_prefix(found->end());
    }
    pieces.emplace_back(text);
    return pieces;
}

} // namespace vow::cfengine
