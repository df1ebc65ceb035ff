#include "policy/cfengine/functions/text/matched_parts.h"

#include "policy/cfengine/values/value.h"

namespace vow::cfengine {

std::vector<std::string>
split(const Regex& separator, std::string_view text, std::size_t limit, Blanks blanks) {
    std::vector<std::string> pieces;
    std::string_view rest = text;
    const auto add = [&](std::string_view piece) {
        if (piece.empty() && blanks == Blanks::drop) return;
        pieces.emplace_back(piece);
        check_value_size(pieces.size() * sizeof(std::string)); // the texts are parts of one
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
        check_value_size(pieces.size() * sizeof(std::string));
        text.remove_prefix(found->end());
    }
    pieces.emplace_back(text);
    return pieces;
}

std::vector<std::pair<std::string, std::string>> captures(const Regex& regex, const Match& match) {
    const auto& groups = match.groups();
    std::vector<std::pair<std::string, std::string>> all;
    for (std::size_t i = 0; i < groups.size(); ++i)
        all.emplace_back(std::to_string(i), groups[i].value_or(""));
    for (auto& [name, group] : regex.names()) {
        if (group < all.size()) all[group].first = std::move(name);
    }
    return all;
}

} // namespace vow::cfengine
