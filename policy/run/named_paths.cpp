#include "policy/run/named_paths.h"

#include <algorithm>
#include <string_view>
#include <variant>

namespace vow {
namespace {

constexpr std::string_view path_ends = " \t\n\r\"'`;|&<>()=,$";

/// The path up to what may stand for several: a pattern, or a way up.
std::string_view known_part(std::string_view path) {
    if (path.find("/..") != path.npos) return "/";
    if (const auto pattern = path.find_first_of("*?[{"); pattern != path.npos)
        path = path.substr(0, path.rfind('/', pattern) + 1);
    while (path.size() > 1 && path.ends_with('/'))
        path.remove_suffix(1);
    return path;
}

/// Adds each word that begins with a slash, so the paths in a line of a shell, too.
void add_text(std::string_view text, std::vector<std::string>& found) {
    for (auto begin = text.find('/'); begin != text.npos; begin = text.find('/', begin)) {
        const auto end = std::min(text.find_first_of(path_ends, begin), text.size());
        const bool begins_word = begin == 0 || path_ends.find(text[begin - 1]) != path_ends.npos ||
                                 text[begin - 1] == ':';
        if (begins_word) found.emplace_back(known_part(text.substr(begin, end - begin)));
        begin = end;
    }
}

void add_data(const Data& data, std::vector<std::string>& found) {
    switch (data.kind()) {
    case Data::Kind::string: return add_text(data.text(), found);
    case Data::Kind::array:
        for (const Data& item : data.items())
            add_data(item, found);
        return;
    case Data::Kind::object:
        for (const auto& [name, value] : data.members()) {
            add_text(name, found);
            add_data(value, found);
        }
        return;
    default: return;
    }
}

void add_value(const AttributeValue& value, std::vector<std::string>& found) {
    if (const auto* text = std::get_if<std::string>(&value)) return add_text(*text, found);
    if (const auto* data = std::get_if<Data>(&value)) return add_data(*data, found);
    for (const std::string& text : std::get<std::vector<std::string>>(value))
        add_text(text, found);
}

/// Whether a path is another one, or the folder that it is in at some depth.
bool leads_to(std::string_view path, std::string_view other) {
    if (!other.starts_with(path)) return false;
    return other.size() == path.size() || path == "/" || other[path.size()] == '/';
}

bool meet(std::string_view one, std::string_view other) {
    return leads_to(one, other) || leads_to(other, one);
}

bool meets_any(std::string_view path, const std::vector<std::string>& others) {
    return !path.empty() &&
           std::ranges::any_of(others, [&](const std::string& other) { return meet(path, other); });
}

} // namespace

NamedPaths paths_named_by(const Promise& promise) {
    NamedPaths named{.program = promise.type->path};
    std::string_view promiser = promise.promiser;
    if (promise.type->name == "commands") {
        const auto end = std::min(promiser.find(' '), promiser.size());
        named.program = promiser.substr(0, end);
        promiser.remove_prefix(end);
    }
    add_text(promiser, named.files);
    for (const auto& [name, value] : promise.attributes)
        add_value(value, named.files);
    std::ranges::sort(named.files);
    named.files.erase(std::unique(named.files.begin(), named.files.end()), named.files.end());
    return named;
}

bool share_files(const NamedPaths& one, const NamedPaths& other) {
    return meets_any(one.program, other.files) || meets_any(other.program, one.files) ||
           std::ranges::any_of(one.files, [&](const std::string& path) {
               return meets_any(path, other.files);
           });
}

} // namespace vow
