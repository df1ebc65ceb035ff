#include "agent/reference/lookup.h"

#include "policy/source/diagnostic.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace vow::agent {
namespace {

constexpr std::string_view attribute_kind = "attribute";

/// A name without a sign and without what comes before `::`, in lower case.
std::string bare_name(std::string_view name) {
    if (name.ends_with("::*")) name.remove_suffix(3); // a whole space of names
    const std::size_t space = name.rfind("::");
    if (space != std::string_view::npos) name.remove_prefix(space + 2);
    if (name.starts_with('$') || name.starts_with('@') || name.starts_with('%'))
        name.remove_prefix(1);
    return lower_case(name);
}

bool has_exactly(const ReferenceEntry& entry, std::string_view name) {
    return entry.name == name ||
           std::ranges::find(entry.other_names, name) != entry.other_names.end();
}

/// A name with `::` has to be the whole name, in any case.
bool has_name(const ReferenceEntry& entry, std::string_view name) {
    if (has_exactly(entry, name)) return true;
    if (name.find("::") != name.npos) return lower_case(entry.name) == lower_case(name);
    return !entry.language.empty() && bare_name(entry.name) == bare_name(name);
}

bool is_family_of(const ReferenceEntry& entry, std::string_view name) {
    const std::string_view prefix = std::string_view(entry.name).substr(0, entry.name.size() - 1);
    return entry.name.ends_with('*') && prefix.size() > 1 && name.starts_with(prefix);
}

/// The attributes of a module are those of its types.
bool repeats_types(const ReferenceEntry& entry) {
    return entry.kind == ReferenceKind::module;
}

void add_parts(
    const ReferenceEntry& owner,
    const std::vector<ReferencePart>& parts,
    const std::string& prefix,
    std::vector<FoundPart>& all
) {
    for (const ReferencePart& part : parts) {
        const std::string path = prefix + part.name;
        all.push_back({&owner, &part, path});
        add_parts(owner, part.parts, path + ".", all);
    }
}

/// The parameters of functions are not looked up.
bool has_attributes(const ReferenceEntry& entry) {
    return entry.kind != ReferenceKind::function && entry.kind != ReferenceKind::bundle;
}

const ReferenceEntry* common_of(const ReferenceEntry& entry, std::span<const ReferenceEntry> all) {
    if (entry.common.empty()) return nullptr;
    for (const ReferenceEntry& other : all) {
        const bool is_sibling = other.kind == entry.kind && other.language == entry.language;
        if (is_sibling && other.name == entry.common) return &other;
    }
    return nullptr;
}

/// "files.perms", and "files.perms.mode", which the body has; also what all of the kind have.
void find_path(
    std::string_view path, std::span<const ReferenceEntry> all, std::vector<FoundPart>& found
) {
    const std::size_t dot = path.find('.');
    if (dot == path.npos) return;
    const std::string_view rest = path.substr(dot + 1);
    for (const ReferenceEntry& entry : all) {
        if (!has_attributes(entry) || !has_name(entry, path.substr(0, dot))) continue;
        const ReferenceEntry* common = common_of(entry, all);
        for (const ReferenceEntry* owner : {&entry, common}) {
            if (owner == nullptr) continue;
            std::vector<FoundPart> parts;
            add_parts(*owner, owner->parts, "", parts);
            for (FoundPart& each : parts) {
                if (each.path == rest) {
                    each.path = entry.name + "." + each.path;
                    found.push_back(std::move(each));
                } else if (rest.starts_with(each.path + ".") && each.part->value == "body " + each.part->name) {
                    find_path(rest, all, found);
                }
            }
        }
    }
}

std::vector<FoundPart>
attributes_named(std::string_view name, std::span<const ReferenceEntry> all) {
    std::vector<FoundPart> found;
    find_path(name, all, found);
    if (!found.empty()) return found;
    for (FoundPart& each : all_attributes(all)) {
        if (!repeats_types(*each.owner) && each.part->name == name)
            found.push_back(std::move(each));
    }
    return found;
}

/// How well a name and a summary have all the words: less is better.
constexpr std::size_t not_at_all = std::numeric_limits<std::size_t>::max();

std::size_t
rank_of(std::string_view name, std::string_view summary, std::span<const std::string> words) {
    const std::string own = lower_case(name);
    const std::string text = own + " " + lower_case(summary);
    const auto is_in = [](std::string_view where) {
        return [where](const std::string& word) { return where.find(word) != where.npos; };
    };
    if (!std::ranges::all_of(words, is_in(text))) return not_at_all;
    if (words.size() == 1 && own == words.front()) return 0;
    if (words.size() == 1 && own.starts_with(words.front())) return 1;
    if (std::ranges::all_of(words, is_in(own))) return 2;
    return std::ranges::any_of(words, is_in(own)) ? 3 : 4;
}

/// The items that have a rank, by it; those of one rank keep their order.
template <class Item, class Rank>
std::vector<Item> ranked(const std::vector<Item>& items, const Rank& rank) {
    std::vector<std::pair<std::size_t, Item>> kept;
    for (const Item& item : items) {
        if (const std::size_t found = rank(item); found != not_at_all)
            kept.emplace_back(found, item);
    }
    std::ranges::stable_sort(kept, {}, &std::pair<std::size_t, Item>::first);
    std::vector<Item> sorted;
    sorted.reserve(kept.size());
    for (auto& [place, item] : kept)
        sorted.push_back(std::move(item));
    return sorted;
}

/// "did you mean 'a', 'b' or 'c'?": at most three.
std::string nearest_of(std::string_view name, std::vector<std::string_view> known) {
    constexpr std::size_t most = 3;
    std::vector<std::string> quoted;
    while (quoted.size() < most) {
        const std::string_view found = nearest(name, known);
        if (found.empty()) break;
        quoted.push_back("'" + std::string(found) + "'");
        std::erase(known, found);
    }
    if (quoted.empty()) return {};
    const std::string last = quoted.back();
    quoted.pop_back();
    const std::string others = joined(quoted, ", ");
    return "did you mean " + (others.empty() ? last : others + " or " + last) + "?";
}

} // namespace

Topic Topic::from(std::string_view text) {
    const std::size_t end = text.find(':');
    const bool is_space = end != text.npos && text.substr(end).starts_with("::");
    const auto kinds = topic_kinds();
    const std::string_view kind = text.substr(0, end);
    if (end == text.npos || is_space || std::ranges::find(kinds, kind) == kinds.end())
        return {.kind = {}, .name = text};
    return {.kind = kind, .name = text.substr(end + 1)};
}

std::vector<std::string_view> topic_kinds() {
    std::vector<std::string_view> words;
    for (const ReferenceKind kind : all_reference_kinds())
        words.push_back(text_of(kind));
    words.push_back(attribute_kind);
    return words;
}

std::vector<FoundPart> all_attributes(std::span<const ReferenceEntry> all) {
    std::vector<FoundPart> found;
    for (const ReferenceEntry& entry : all) {
        if (has_attributes(entry)) add_parts(entry, entry.parts, entry.name + ".", found);
    }
    return found;
}

Found find_topic(const Topic& topic, std::span<const ReferenceEntry> all) {
    Found found;
    std::vector<const ReferenceEntry*> families;
    for (const ReferenceEntry& entry : all) {
        if (!topic.is_about(text_of(entry.kind))) continue;
        if (topic.name.empty() || has_name(entry, topic.name))
            found.entries.push_back(&entry);
        else if (is_family_of(entry, topic.name))
            families.push_back(&entry);
    }
    if (topic.is_about(attribute_kind))
        found.attributes =
            topic.name.empty() ? all_attributes(all) : attributes_named(topic.name, all);
    if (found.empty()) found.entries = std::move(families);
    return found;
}

Found search_topics(std::span<const std::string> words, std::span<const ReferenceEntry> all) {
    std::vector<std::string> lower;
    lower.reserve(words.size());
    for (const std::string& word : words)
        lower.push_back(lower_case(word));
    std::vector<const ReferenceEntry*> entries;
    entries.reserve(all.size());
    for (const ReferenceEntry& entry : all)
        entries.push_back(&entry);
    std::vector<FoundPart> attributes;
    for (FoundPart& each : all_attributes(all)) {
        if (!repeats_types(*each.owner)) attributes.push_back(std::move(each));
    }
    return {
        .entries = ranked(
            entries,
            [&](const ReferenceEntry* entry) { return rank_of(entry->name, entry->summary, lower); }
        ),
        .attributes = ranked(attributes, [&](const FoundPart& each) {
            return rank_of(each.part->name, each.part->summary, lower);
        })};
}

std::string kind_hint(const Topic& topic) {
    if (!topic.kind.empty()) return {};
    const auto kinds = topic_kinds();
    const std::string_view word = topic.name.substr(0, topic.name.find(':'));
    const bool is_kind = std::ranges::find(kinds, word) != kinds.end();
    const bool is_wrong = !is_kind && topic.name.ends_with(':');
    const std::string_view kind = is_wrong ? nearest(word, kinds) : is_kind ? word : "";
    return kind.empty() ? "" : "vow doc " + std::string(kind) + ": lists all of this kind";
}

std::string nearest_topic(const Topic& topic, std::span<const ReferenceEntry> all) {
    std::set<std::string> names;
    const bool has_space = topic.name.find("::") != topic.name.npos;
    for (const ReferenceEntry& entry : all) {
        if (!topic.is_about(text_of(entry.kind))) continue;
        const std::size_t space = entry.name.rfind("::"); // which may be left out
        const bool is_shown_whole = has_space || space == entry.name.npos;
        names.insert(is_shown_whole ? entry.name : entry.name.substr(space + 2));
        names.insert(entry.other_names.begin(), entry.other_names.end());
    }
    if (topic.is_about(attribute_kind)) {
        const bool is_path = topic.name.find('.') != topic.name.npos;
        for (const FoundPart& each : all_attributes(all))
            names.insert(is_path ? each.path : each.part->name);
    }
    return nearest_of(topic.name, {names.begin(), names.end()});
}

} // namespace vow::agent
