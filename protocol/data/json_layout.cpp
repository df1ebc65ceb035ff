#include "protocol/data/json_layout.h"

#include <algorithm>
#include <cstdio>

namespace vow {
namespace {

class JsonWriter {
public:
    explicit JsonWriter(const JsonLayout& layout) : layout_(layout) {}

    void write(const Data& data, std::size_t depth) {
        switch (data.kind()) {
        case Data::Kind::null:
        case Data::Kind::boolean:
        case Data::Kind::integer:
        case Data::Kind::string: append_json(text_, data); return;
        case Data::Kind::real: write_real(data); return;
        case Data::Kind::array: write_array(data, depth); return;
        case Data::Kind::object: write_object(data, depth); return;
        }
    }

    std::string text() && { return std::move(text_); }

private:
    void write_real(const Data& data) {
        if (layout_.reals == JsonLayout::Reals::as_written) return append_json(text_, data);
        char digits[400]; // room for the largest double
        const int length = std::snprintf(digits, sizeof digits, "%.4f", data.as_real());
        text_.append(digits, static_cast<std::size_t>(length));
    }

    void write_array(const Data& data, std::size_t depth) {
        text_ += '[';
        for (const Data& item : data.items()) {
            begin_item(depth);
            write(item, depth + 1);
        }
        if (data.size() > 0) break_line(depth);
        text_ += ']';
    }

    void write_object(const Data& data, std::size_t depth) {
        text_ += '{';
        for (const Data::Member* member : members_of(data)) {
            begin_item(depth);
            append_json_string(text_, member->first);
            text_ += layout_.indent ? ": " : ":";
            write(member->second, depth + 1);
        }
        if (data.size() > 0 || layout_.empty_objects == JsonLayout::EmptyObjects::two_lines)
            break_line(depth);
        text_ += '}';
    }

    void begin_item(std::size_t depth) {
        if (text_.back() != '[' && text_.back() != '{') text_ += ',';
        break_line(depth + 1);
    }

    void break_line(std::size_t depth) {
        if (!layout_.indent) return;
        text_ += '\n';
        text_.append(*layout_.indent * depth, ' ');
    }

    std::vector<const Data::Member*> members_of(const Data& object) const {
        std::vector<const Data::Member*> members;
        members.reserve(object.size());
        for (const Data::Member& member : object.members())
            members.push_back(&member);
        if (layout_.members == JsonLayout::Members::sorted) {
            std::ranges::sort(members, {}, [](const Data::Member* member) -> const std::string& {
                return member->first;
            });
        }
        return members;
    }

    const JsonLayout& layout_;
    std::string text_;
};

} // namespace

std::string laid_out(const Data& data, const JsonLayout& layout) {
    JsonWriter writer(layout);
    writer.write(data, 0);
    return std::move(writer).text();
}

} // namespace vow
