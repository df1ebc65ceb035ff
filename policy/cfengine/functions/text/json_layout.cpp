#include "policy/cfengine/functions/text/json_layout.h"

#include "policy/cfengine/values/value.h"

#include <cstdio>

namespace vow::cfengine {

namespace {

void break_line(std::string& out, std::size_t depth) {
    out += '\n';
    out.append(2 * depth, ' ');
}

/// Four decimals (semantics 7.2).
void append_real(std::string& out, double number) {
    char digits[400];
    const int length = std::snprintf(digits, sizeof digits, "%.4f", number);
    out.append(digits, static_cast<std::size_t>(length));
}

void append_compact(std::string& out, const Data& data) {
    if (data.kind() == Data::Kind::array) {
        out += '[';
        for (const Data& item : data.items()) {
            if (&item != data.items().data()) out += ',';
            append_compact(out, item);
        }
        out += ']';
    } else if (data.kind() == Data::Kind::object) {
        out += "{";
        const char* separator = "";
        for (const Data::Member* member : sorted_members(data)) {
            out += separator;
            separator = ",";
            append_json_string(out, member->first);
            out += ':';
            append_compact(out, member->second);
        }
        out += '}';
    } else if (data.kind() == Data::Kind::real) {
        append_real(out, data.as_real());
    } else {
        append_json(out, data);
    }
}

void append_pretty(std::string& out, const Data& data, std::size_t depth) {
    if (!data.is_container() || data.size() == 0) return append_compact(out, data);
    const bool is_array = data.kind() == Data::Kind::array;
    out += is_array ? '[' : '{';
    const char* separator = "";
    const auto begin_item = [&] {
        out += separator;
        separator = ",";
        break_line(out, depth + 1);
    };
    for (const Data& item : data.items()) {
        begin_item();
        append_pretty(out, item, depth + 1);
    }
    for (const Data::Member* member : sorted_members(data)) {
        begin_item();
        append_json_string(out, member->first);
        out += ": ";
        append_pretty(out, member->second, depth + 1);
    }
    break_line(out, depth);
    out += is_array ? ']' : '}';
}

} // namespace

std::string compact_json(const Data& data) {
    std::string out;
    append_compact(out, data);
    return out;
}

std::string pretty_json(const Data& data) {
    std::string out;
    append_pretty(out, data, 0);
    return out;
}

} // namespace vow::cfengine
