#pragma once

#include "policy/run/reference_entry.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The subject of `vow doc`: "type:files" is a type, "files" anything of that name, "type:" all
/// types. Refers to the text.
struct Topic {
    std::string_view kind; ///< empty: all
    std::string_view name; ///< empty: all of the kind

    static Topic from(std::string_view text);
    bool is_about(std::string_view one) const { return kind.empty() || kind == one; }
};

/// The words before the colon of a Topic: those of the entries, and "attribute".
std::vector<std::string_view> topic_kinds();

/// An attribute, and the entry that it belongs to. Borrows both.
struct FoundPart {
    const ReferenceEntry* owner;
    const ReferencePart* part;
    std::string path; ///< "files.perms"
};

/// The entries and the attributes of a name.
struct Found {
    std::vector<const ReferenceEntry*> entries = {};
    std::vector<FoundPart> attributes = {};

    bool empty() const { return entries.empty() && attributes.empty(); }
};

/// Names are found without what comes before `::`, and without a sign. If nothing has the name,
/// families of names are looked through. Borrows the entries.
Found find_topic(const Topic& topic, std::span<const ReferenceEntry> all);

/// Those whose name or summary has all the words, best first.
Found search_topics(std::span<const std::string> words, std::span<const ReferenceEntry> all);

/// All attributes, those of bodies in descriptions included.
std::vector<FoundPart> all_attributes(std::span<const ReferenceEntry> all);

/// "vow doc body: lists all of this kind" for a kind without its colon, and for a similar word with
/// one; empty otherwise.
std::string kind_hint(const Topic& topic);

/// "did you mean 'files' or 'fields'?"; empty without a similar name.
std::string nearest_topic(const Topic& topic, std::span<const ReferenceEntry> all);

} // namespace vow::agent
