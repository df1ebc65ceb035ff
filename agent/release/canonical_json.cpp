#include "agent/release/canonical_json.h"

#include <algorithm>
#include <vector>

namespace vow::agent {
namespace {

void append_string(std::string& out, std::string_view text) {
    out += '"';
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') out += '\\';
        out += letter;
    }
    out += '"';
}

bool append(std::string& out, const Data& data);

bool append_items(std::string& out, const Data& data) {
    out += '[';
    const char* separator = "";
    for (const Data& item : data.items()) {
        out += separator;
        if (!append(out, item)) return false;
        separator = ",";
    }
    out += ']';
    return true;
}

bool append_members(std::string& out, const Data& data) {
    std::vector<const Data::Member*> members;
    members.reserve(data.size());
    for (const Data::Member& member : data.members())
        members.push_back(&member);
    std::ranges::sort(members, {}, &Data::Member::first);
    out += '{';
    const char* separator = "";
    for (const Data::Member* member : members) {
        out += separator;
        append_string(out, member->first);
        out += ':';
        if (!append(out, member->second)) return false;
        separator = ",";
    }
    out += '}';
    return true;
}

bool append(std::string& out, const Data& data) {
    switch (data.kind()) {
    case Data::Kind::null: out += "null"; return true;
    case Data::Kind::boolean:
    case Data::Kind::integer: out += data.text(); return true;
    case Data::Kind::real: return false;
    case Data::Kind::string: append_string(out, data.text()); return true;
    case Data::Kind::array: return append_items(out, data);
    case Data::Kind::object: return append_members(out, data);
    }
    return false;
}

} // namespace

std::optional<std::string> canonical_json(const Data& data) {
    std::string text;
    if (!append(text, data)) return std::nullopt;
    return text;
}

} // namespace vow::agent
