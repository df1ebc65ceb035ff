#include "policy/by_hand/written_words.h"

#include "protocol/data/conversion.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace vow::by_hand {
namespace {

constexpr DiagnosticKind not_an_assignment{
    "not-an-assignment", "'{}' does not give an attribute a value"};
constexpr DiagnosticKind bad_json_value{"bad-json-value", "the value of '{}' is not JSON: {}"};

std::string joined(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words)
        line.append(line.empty() ? "" : " ").append(word);
    return line;
}

/// "perms.mode" as its names. Empty if one of them is.
std::vector<std::string> path_from(std::string_view names) {
    std::vector<std::string> path;
    while (true) {
        const std::size_t dot = names.find('.');
        path.emplace_back(names.substr(0, dot));
        if (path.back().empty()) return {};
        if (dot == std::string_view::npos) return path;
        names.remove_prefix(dot + 1);
    }
}

Span part_of(const Span& word, std::size_t begin, std::size_t end) {
    return {
        word.source,
        word.begin + static_cast<std::uint32_t>(begin),
        word.begin + static_cast<std::uint32_t>(end)};
}

} // namespace

WrittenWords::WrittenWords(const std::vector<std::string>& words)
    : words_(words),
      text_("command line", TrustedText::given(joined(words))) {
    spans_.reserve(words.size());
    std::uint32_t begin = 0;
    for (const std::string& word : words_) {
        const auto end = begin + static_cast<std::uint32_t>(word.size());
        spans_.push_back({&text_, begin, end});
        begin = end + 1;
    }
}

std::optional<Assignment> WrittenWords::assignment(std::size_t at, Diagnostics& diagnostics) const {
    const std::string_view word = words_[at];
    const std::size_t equals = word.find('=');
    const bool is_json = equals != std::string_view::npos && equals > 0 && word[equals - 1] == ':';
    const std::size_t end_of_name = is_json ? equals - 1 : equals;
    Assignment found{.path = {}, .span = spans_[at], .value_span = spans_[at], .value = {}};
    if (equals != std::string_view::npos) found.path = path_from(word.substr(0, end_of_name));
    if (found.path.empty()) {
        diagnostics.add(
            not_an_assignment,
            found.span,
            {word},
            "write name=value, name:=JSON, or BODY.name=value for an attribute of a body"
        );
        return std::nullopt;
    }
    found.span = part_of(spans_[at], 0, end_of_name);
    found.value_span = part_of(spans_[at], equals + 1, word.size());
    const std::string_view text = word.substr(equals + 1);
    if (!is_json) {
        found.value = std::string(text);
        return found;
    }
    const auto parsed = parse_json(text);
    if (const auto* error = std::get_if<DataError>(&parsed)) {
        const std::size_t place = equals + 1 + std::min(error->offset, text.size());
        diagnostics.add(
            bad_json_value,
            part_of(spans_[at], place, std::max(place, word.size())),
            {found.span.text(), error->message}
        );
        return std::nullopt;
    }
    found.value = plain_value(std::get<Data>(parsed));
    return found;
}

std::vector<Assignment> WrittenWords::assignments(Diagnostics& diagnostics) const {
    std::vector<Assignment> found;
    found.reserve(words_.size());
    for (std::size_t at = 2; at < words_.size(); ++at) {
        if (auto each = assignment(at, diagnostics)) found.push_back(*std::move(each));
    }
    return found;
}

} // namespace vow::by_hand
