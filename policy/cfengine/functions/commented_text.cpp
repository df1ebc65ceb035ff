#include "policy/cfengine/functions/commented_text.h"

#include <algorithm>
#include <limits>

namespace vow::cfengine {

namespace {

constexpr std::size_t whole_file = std::numeric_limits<std::size_t>::max();

std::size_t size_argument(Call& call, std::size_t index) {
    return static_cast<std::size_t>(std::max(call.integer(index).value_or(0), 0LL));
}

std::string without_matches(Call& call, std::size_t pattern, std::string text) {
    const auto comment = call.text(pattern).empty() ? nullptr : call.regex(pattern);
    if (!comment) return text;
    std::string out;
    std::size_t from = 0;
    while (const auto found = comment->search(text, from)) {
        if (found->whole().empty()) {
            call.fail("the pattern of comments matches empty text", LogLevel::warning);
            break;
        }
        out.append(text, from, found->begin() - from);
        from = found->end();
    }
    return out.append(text, from);
}

} // namespace

std::optional<std::string>
read_without_comments(Call& call, std::size_t path, std::size_t comment, std::size_t limit) {
    auto content = call.read_file_part(call.text(path), limit);
    if (!content) {
        call.fail_here("cannot read '" + call.text(path) + "': " + content.why_not);
        return std::nullopt;
    }
    return without_matches(call, comment, as_read(std::move(*content.value)));
}

std::optional<std::string> read_without_comments(Call& call, std::size_t path, FieldArguments at) {
    const std::size_t limit = size_argument(call, at.limit);
    return read_without_comments(call, path, at.comment, limit == 0 ? whole_file : limit);
}

std::string without_comments(Call& call, std::string text, FieldArguments at) {
    text.resize(std::min(text.size(), size_argument(call, at.limit)));
    return without_matches(call, at.comment, std::move(text));
}

std::string as_read(std::string text) {
    text.resize(std::min(text.find('\0'), text.size()));
    if (!text.empty() && text.find('\n') == text.size() - 1) text.pop_back();
    return text;
}

std::size_t max_entries(Call& call, FieldArguments at) {
    return size_argument(call, at.max_entries);
}

} // namespace vow::cfengine
