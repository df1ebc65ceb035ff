#include "policy/cfengine/editing/edit_session.h"

#include "protocol/promise/settings.h"

#include <algorithm>

namespace vow::cfengine {

EditDefaults EditDefaults::from(const Attributes& files_promise, std::size_t max_bytes) {
    EditDefaults defaults{.max_bytes = max_bytes};
    const auto body = Settings(files_promise).body("edit_defaults");
    if (!body) return defaults;
    defaults.empty_first = body->holds("empty_file_before_editing");
    defaults.join_lines = body->holds("recognize_join");
    defaults.inherit = body->holds("inherit");
    defaults.backup = body->text_or("edit_backup", "true");
    if (const auto size = body->number("max_file_size")) {
        defaults.max_bytes = static_cast<std::size_t>(std::max<std::int64_t>(*size, 0));
    }
    if (const auto rotate = body->number("rotate")) {
        defaults.rotate = static_cast<std::size_t>(std::max<std::int64_t>(*rotate, 0));
    }
    return defaults;
}

std::variant<EditContent, XmlFailure>
content_from(std::string_view text, EditedAs as, const EditDefaults& defaults) {
    if (as == EditedAs::lines) {
        using Join = LineBuffer::Join;
        return LineBuffer(text, defaults.join_lines ? Join::continued_lines : Join::no);
    }
    auto parsed = XmlDocument::parse(text);
    if (const auto* failure = std::get_if<XmlFailure>(&parsed)) return *failure;
    return std::get<XmlDocument>(std::move(parsed));
}

std::string text_of(const EditContent& content) {
    return std::visit([](const auto& edited) { return edited.text(); }, content);
}

} // namespace vow::cfengine
