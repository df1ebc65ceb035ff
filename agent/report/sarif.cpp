#include "agent/report/mistakes.h"
#include "policy/source/warning_kinds.h"

#include <set>
#include <string>
#include <string_view>

namespace vow::agent {
namespace {

/// An object with the member `text`, as messages are.
Data message(std::string_view words) {
    return Data::object({{"text", Data::string(words)}});
}

/// A member of an object; null if it lacks it.
Data member(const Data& object, std::string_view name) {
    const Data* found = object.find(name);
    return found == nullptr ? Data() : *found;
}

std::string text_member(const Data& object, std::string_view name) {
    const Data* found = object.find(name);
    return found == nullptr ? std::string() : std::string(found->text());
}

/// A path as a URI: relative to the folder of the check unless it is absolute.
std::string uri_of(std::string_view path) {
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char letter : path) {
        if (plain.find(letter) != plain.npos) {
            uri += letter;
            continue;
        }
        const auto byte = static_cast<unsigned char>(letter);
        uri += '%';
        uri += digits[byte >> 4U];
        uri += digits[byte & 15U];
    }
    return uri;
}

/// The place of a mistake or note; null without one.
Data location_of(const Data& placed) {
    const std::string path = text_member(placed, "path");
    if (path.empty()) return {};
    const Data begin = member(placed, "begin");
    const Data end = member(placed, "end");
    const Data region = Data::object(
        {{"startLine", member(begin, "line")},
         {"startColumn", member(begin, "column")},
         {"endLine", member(end, "line")},
         {"endColumn", member(end, "column")}}
    );
    const Data file = Data::object({{"uri", Data::string(uri_of(path))}});
    return Data::object(
        {{"physicalLocation", Data::object({{"artifactLocation", file}, {"region", region}})}}
    );
}

bool is_known(const Data& location) {
    return location.kind() != Data::Kind::null;
}

Data result_of(const Data& mistake) {
    std::string words = text_member(mistake, "message");
    const std::string hint = text_member(mistake, "hint");
    if (!hint.empty()) words += "; " + hint;
    std::vector<Data::Member> result = {
        {"ruleId", member(mistake, "kind")},
        {"level", member(mistake, "severity")},
        {"message", message(words)},
    };
    const Data location = location_of(mistake);
    if (is_known(location)) result.emplace_back("locations", Data::array({location}));
    Data::Array related;
    for (const Data& note : member(mistake, "notes").items()) {
        const Data place = location_of(note);
        if (!is_known(place)) continue;
        std::vector<Data::Member> members = place.members();
        members.emplace_back("message", message(text_member(note, "message")));
        related.push_back(Data::object(std::move(members)));
    }
    if (!related.empty()) result.emplace_back("relatedLocations", Data::array(std::move(related)));
    return Data::object(std::move(result));
}

/// The kinds of the mistakes; those that a policy can allow have a description.
Data rules_of(const Data::Array& mistakes) {
    std::set<std::string> names;
    for (const Data& mistake : mistakes)
        names.insert(text_member(mistake, "kind"));
    Data::Array rules;
    for (const std::string& name : names) {
        std::vector<Data::Member> rule = {{"id", Data::string(name)}};
        if (const WarningKind* kind = find_warning_kind(name))
            rule.emplace_back("shortDescription", message(kind->about));
        rules.push_back(Data::object(std::move(rule)));
    }
    return Data::array(std::move(rules));
}

} // namespace

Data sarif_of(const Data::Array& mistakes, std::string_view version) {
    Data::Array results;
    for (const Data& mistake : mistakes)
        results.push_back(result_of(mistake));
    const Data driver = Data::object(
        {{"name", Data::string("vow")},
         {"version", Data::string(version)},
         {"rules", rules_of(mistakes)}}
    );
    const Data run = Data::object(
        {{"tool", Data::object({{"driver", driver}})}, {"results", Data::array(std::move(results))}}
    );
    return Data::object(
        {{"$schema", Data::string("https://json.schemastore.org/sarif-2.1.0.json")},
         {"version", Data::string("2.1.0")},
         {"runs", Data::array({run})}}
    );
}

} // namespace vow::agent
