#include "policy/cfengine/library/library.h"

#include <array>

namespace vow::cfengine {
namespace {

constexpr std::array<std::string_view, 5> files = {
    "library/conduct.cf",
    "library/commands.cf",
    "library/files.cf",
    "library/editing.cf",
    "library/machine.cf"};

/// The word at the beginning of a text, without it and the blank after it.
std::string_view take_word(std::string_view& text) {
    const std::string_view word = text.substr(0, text.find_first_of(" (\n"));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    return word;
}

/// Where the comment begins whose lines end at a place.
std::size_t begin_of_comment(std::string_view text, std::size_t end) {
    std::size_t begin = end;
    while (begin >= 2) {
        const std::size_t line = text.rfind('\n', begin - 2) + 1; // 0 for the first line
        if (text[line] != '#') break;
        begin = line;
    }
    return begin;
}

} // namespace

Library::Library() {
    for (const std::string_view file : files)
        index(embedded_file(file));
}

/// A definition begins at the beginning of a line; its closing bracket is a line of its own.
void Library::index(std::string_view text) {
    static constexpr std::string_view closing = "\n}\n";
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
        std::string_view rest = text.substr(at);
        const bool is_definition = rest.starts_with("body ") || rest.starts_with("bundle ");
        if (!is_definition) continue;
        const std::size_t end = text.find(closing, at) + closing.size();
        const std::size_t comment = begin_of_comment(text, at);
        take_word(rest);
        const std::string_view type = take_word(rest);
        const std::string_view name = take_word(rest);
        definitions_.insert_or_assign(
            Key{type, name},
            LibraryDefinition{
                type, name, text.substr(comment, at - comment), text.substr(at, end - at)}
        );
        at = end - 1;
    }
}

std::optional<LibraryDefinition> Library::find(std::string_view type, std::string_view name) const {
    const auto found = definitions_.find({type, name});
    return found == definitions_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<LibraryDefinition> Library::definitions() const {
    std::vector<LibraryDefinition> all;
    for (const auto& [key, definition] : definitions_)
        all.push_back(definition);
    return all;
}

} // namespace vow::cfengine
