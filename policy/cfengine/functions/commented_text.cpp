#include "policy/cfengine/functions/commented_text.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

std::size_t size_argument(Call& call, std::size_t index) {
    return static_cast<std::size_t>(std::max(call.integer(index).value_or(0), 0LL));
}

} // namespace

std::optional<std::string> read_without_comments(Call& call, std::size_t path, FieldArguments at) {
    const auto limit = size_argument(call, at.limit);
    auto content = call.around().world().host.read_file(call.text(path), limit);
    if (!content) {
        call.fail("cannot read '" + call.text(path) + "': " + content.why_not);
        return std::nullopt;
    }
    return without_comments(call, std::move(*content.value), at);
}

std::string without_comments(Call& call, std::string text, FieldArguments at) {
    text.resize(std::min(text.size(), size_argument(call, at.limit)));
    const auto comment = call.text(at.comment).empty() ? nullptr : call.regex(at.comment);
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

std::size_t most_entries(Call& call, FieldArguments at) {
    return size_argument(call, at.most_entries);
}

} // namespace vow::cfengine
