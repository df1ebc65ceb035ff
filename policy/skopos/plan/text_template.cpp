#include "policy/skopos/plan/text_template.h"

#include "protocol/text/text.h"

#include <algorithm>
#include <utility>

namespace vow::skopos {
namespace {

constexpr std::string_view opening = "{{";
constexpr std::string_view closing = "}}";
constexpr std::string_view blanks = " \t\r\n";

bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
}

std::string_view without_blanks(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Empty if the text is not `.name.name`.
std::vector<std::string> path_from(std::string_view text) {
    if (!text.starts_with('.')) return {};
    const auto names = split_at(text.substr(1), '.');
    if (!std::ranges::all_of(names, is_name)) return {};
    return {names.begin(), names.end()};
}

/// The length of the reference at the beginning of `text`, with its braces; all of it if they are
/// not closed.
std::size_t reference_length(std::string_view text) {
    const std::size_t end = text.find(closing);
    return end == std::string_view::npos ? text.size() : end + closing.size();
}

Reference reference_from(std::string_view written) {
    Reference reference{.written = std::string(written), .path = {}};
    if (written.ends_with(closing) && written.size() >= opening.size() + closing.size()) {
        written.remove_prefix(opening.size());
        written.remove_suffix(closing.size());
        reference.path = path_from(without_blanks(written));
    }
    return reference;
}

} // namespace

std::string Reference::name() const {
    return "." + joined(path, ".");
}

bool TextTemplate::has_references() const {
    return std::ranges::any_of(parts, [](const auto& part) { return part.index() == 1; });
}

TextTemplate compile_text(std::string_view text) {
    TextTemplate compiled{.parts = {}, .written = std::string(text)};
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find(opening), text.size());
        if (begin > 0) compiled.parts.emplace_back(std::string(text.substr(0, begin)));
        text.remove_prefix(begin);
        if (text.empty()) break;
        const std::size_t length = reference_length(text);
        compiled.parts.emplace_back(reference_from(text.substr(0, length)));
        text.remove_prefix(length);
    }
    return compiled;
}

std::optional<std::vector<TextTemplate>> compile_command(std::string_view line) {
    std::vector<TextTemplate> words;
    std::optional<std::string> word;
    const auto add = [&word](std::string_view text) {
        if (!word) word.emplace();
        *word += text;
    };
    while (!line.empty()) {
        std::size_t length = 1;
        if (line.starts_with(opening)) {
            length = reference_length(line);
            add(line.substr(0, length));
        } else if (blanks.find(line.front()) != std::string_view::npos) {
            if (word) words.push_back(compile_text(*std::exchange(word, std::nullopt)));
        } else if (line.front() == '\'' || line.front() == '"') {
            const std::size_t end = line.find(line.front(), 1);
            if (end == std::string_view::npos) return std::nullopt;
            add(line.substr(1, end - 1));
            length = end + 1;
        } else {
            add(line.substr(0, 1));
        }
        line.remove_prefix(length);
    }
    if (word) words.push_back(compile_text(*word));
    return words;
}

} // namespace vow::skopos
