#include "modules/json/layout.h"

namespace vow::modules {
namespace {

class Layout {
public:
    std::string text;

    void value(const Data& data, std::size_t depth) {
        if (data.size() == 0) return append_json(text, data);
        const bool object = data.kind() == Data::Kind::object;
        text += object ? '{' : '[';
        std::string_view separator = "";
        for (const auto& [name, member] : data.members()) {
            begin_line(separator, depth + 1);
            append_json_string(text, name);
            text += ": ";
            value(member, depth + 1);
        }
        for (const Data& item : data.items()) {
            begin_line(separator, depth + 1);
            value(item, depth + 1);
        }
        separator = "";
        begin_line(separator, depth);
        text += object ? '}' : ']';
    }

private:
    void begin_line(std::string_view& separator, std::size_t depth) {
        text.append(separator).append("\n").append(4 * depth, ' ');
        separator = ",";
    }
};

} // namespace

std::string file_text_of(const Data& data) {
    Layout layout;
    layout.value(data, 0);
    return layout.text + "\n";
}

} // namespace vow::modules
