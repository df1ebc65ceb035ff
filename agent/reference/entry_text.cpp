#include "agent/reference/entry_text.h"

#include "protocol/text/text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t widest_value = 34;

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

std::string indented(std::string_view text, const std::string& indent) {
    std::string lines;
    for (const std::string_view line : lines_of(text))
        lines.append(line.empty() ? "" : indent).append(line).append("\n");
    return lines;
}

std::string with_language(const ReferenceEntry& entry) {
    return entry.language.empty() ? "" : " [" + entry.language + "]";
}

std::string reference_to(const ReferenceEntry& entry) {
    return "vow doc " + std::string(text_of(entry.kind)) + ":" + entry.name;
}

/// A table of names, values and summaries; what bodies have is indented further.
std::string table_of(const std::vector<ReferencePart>& parts, const std::string& indent) {
    std::size_t name_width = 0;
    std::size_t value_width = 0;
    for (const ReferencePart& part : parts) {
        name_width = std::max(name_width, part.name.size());
        value_width = std::max(value_width, std::min(part.value.size(), widest_value));
    }
    std::string text;
    for (const ReferencePart& part : parts) {
        std::string line = indent + padded(part.name, name_width) + "  ";
        line += part.summary.empty() ? part.value
                                     : padded(part.value, value_width) + "  " + part.summary;
        line.erase(line.find_last_not_of(' ') + 1);
        text.append(line).append("\n").append(table_of(part.parts, indent + "  "));
    }
    return text;
}

/// The same attribute of several owners.
struct SharedPart {
    const ReferencePart* part;
    std::vector<std::string> owners;
};

std::vector<SharedPart> shared_parts(std::span<const FoundPart> attributes) {
    std::vector<SharedPart> shared;
    for (const FoundPart& each : attributes) {
        const auto same = std::ranges::find_if(shared, [&](const SharedPart& other) {
            return other.part->value == each.part->value &&
                   other.part->summary == each.part->summary;
        });
        const std::size_t own = each.path.rfind('.');
        const std::string owner = std::string(text_of(each.owner->kind)) + " " +
                                  each.path.substr(0, own) + with_language(*each.owner);
        if (same == shared.end())
            shared.push_back({.part = each.part, .owners = {owner}});
        else
            same->owners.push_back(owner);
    }
    return shared;
}

/// Members with empty values are left out.
class Members {
public:
    void add(const std::string& name, const std::string& text) {
        if (!text.empty()) members_.emplace_back(name, Data::string(text));
    }
    void add(const std::string& name, Data::Array items) {
        if (!items.empty()) members_.emplace_back(name, Data::array(std::move(items)));
    }
    Data object() && { return Data::object(std::move(members_)); }

private:
    std::vector<Data::Member> members_;
};

Data::Array texts(const std::vector<std::string>& items) {
    Data::Array array;
    array.reserve(items.size());
    for (const std::string& item : items)
        array.push_back(Data::string(item));
    return array;
}

Data data_of(const ReferencePart& part) {
    Members members;
    members.add("name", part.name);
    members.add("value", part.value);
    members.add("summary", part.summary);
    Data::Array parts;
    for (const ReferencePart& inner : part.parts)
        parts.push_back(data_of(inner));
    members.add("parts", std::move(parts));
    return std::move(members).object();
}

Data data_of(const ReferenceEntry& entry) {
    Members members;
    members.add("kind", std::string(text_of(entry.kind)));
    members.add("name", entry.name);
    members.add("language", entry.language);
    members.add("title", entry.title);
    members.add("summary", entry.summary);
    members.add("other_names", texts(entry.other_names));
    members.add("common", entry.common);
    members.add("notes", texts(entry.notes));
    members.add("example", entry.example);
    members.add("text", entry.text);
    Data::Array parts;
    for (const ReferencePart& part : entry.parts)
        parts.push_back(data_of(part));
    members.add("parts", std::move(parts));
    return std::move(members).object();
}

Data data_of(const FoundPart& attribute) {
    Members members;
    members.add("kind", "attribute");
    members.add("name", attribute.path);
    members.add("language", attribute.owner->language);
    members.add("of", std::string(text_of(attribute.owner->kind)));
    members.add("value", attribute.part->value);
    members.add("summary", attribute.part->summary);
    return std::move(members).object();
}

std::string list_line(const std::string& name, const std::string& summary) {
    constexpr std::size_t column = 44;
    return summary.empty() ? name + "\n" : padded(name, column) + " " + summary + "\n";
}

} // namespace

std::string text_of(const ReferenceEntry& entry, Detail detail) {
    std::string text = entry.title + with_language(entry) + "\n";
    if (!entry.summary.empty()) text += "  " + entry.summary + "\n";
    if (detail == Detail::brief) return text + "  " + reference_to(entry) + "\n";
    text += table_of(entry.parts, "  ");
    if (!entry.common.empty())
        text += "  and the attributes of all: vow doc " + std::string(text_of(entry.kind)) + ":" +
                entry.common + "\n";
    for (const std::string& note : entry.notes)
        text += "  - " + note + "\n";
    if (!entry.text.empty()) text += indented(entry.text, "  ");
    if (!entry.example.empty()) text += "  example:\n" + indented(entry.example, "    ");
    return text;
}

std::string line_of(const ReferenceEntry& entry) {
    const bool is_definition = !entry.text.empty();
    const std::string name = std::string(text_of(entry.kind)) + ":" + entry.name;
    const std::string summary =
        is_definition ? entry.title + (entry.summary.empty() ? "" : "  ") + entry.summary
                      : entry.summary;
    return list_line(name + with_language(entry), summary);
}

std::string line_of(const FoundPart& attribute) {
    const ReferencePart& part = *attribute.part;
    return list_line(
        "attribute:" + attribute.path + with_language(*attribute.owner),
        part.summary.empty() ? part.value : part.summary
    );
}

std::string text_of(std::span<const FoundPart> attributes) {
    std::string text;
    for (const SharedPart& each : shared_parts(attributes)) {
        text += "attribute " + each.part->name + ": " + each.part->value + "\n";
        if (!each.part->summary.empty()) text += "  " + each.part->summary + "\n";
        text += "  of " + joined(each.owners, ", ") + "\n" + table_of(each.part->parts, "  ");
    }
    return text;
}

Data data_of(const Found& found) {
    Data::Array entries;
    for (const ReferenceEntry* entry : found.entries)
        entries.push_back(data_of(*entry));
    Data::Array attributes;
    for (const FoundPart& attribute : found.attributes)
        attributes.push_back(data_of(attribute));
    return Data::object(
        {{"entries", Data::array(std::move(entries))},
         {"attributes", Data::array(std::move(attributes))}}
    );
}

std::string overview_of(std::span<const ReferenceEntry> all) {
    struct Group {
        std::string language;
        std::map<std::string_view, std::size_t> counts = {};
    };
    std::vector<Group> groups;
    for (const ReferenceEntry& entry : all) {
        if (groups.empty() || groups.back().language != entry.language)
            groups.push_back({.language = entry.language});
        ++groups.back().counts[text_of(entry.kind)];
    }
    const auto attributes = all_attributes(all);
    for (Group& group : groups) {
        for (const FoundPart& each : attributes) {
            if (each.owner->language == group.language) ++group.counts["attribute"];
        }
    }
    std::string text;
    for (const Group& group : groups) {
        text += (group.language.empty() ? "every language" : group.language) + "\n";
        for (const std::string_view kind : topic_kinds()) {
            const auto count = group.counts.find(kind);
            if (count == group.counts.end()) continue;
            text += "  " + padded(std::string(kind), 10) + std::to_string(count->second) + "\n";
        }
    }
    return text +
           "\nvow doc NAME explains one, vow doc KIND:NAME one of a kind, as vow doc type:files\n"
           "vow doc KIND: lists a kind, vow doc --search WORDS finds by name and summary\n";
}

} // namespace vow::agent
