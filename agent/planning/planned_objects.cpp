#include "agent/planning/planned_objects.h"

#include "protocol/promise/change.h"
#include "protocol/system/place.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace vow::agent {
namespace {

/// Types that fill folders with files that their changes need not name.
constexpr std::array<std::string_view, 3> types_of_trees = {"archive", "git", "symlinks"};

/// Attributes of `files` that copy or link a whole tree.
constexpr std::array<std::string_view, 3> attributes_of_trees = {
    "copy_from", "depth_search", "link_from"};

/// Attributes of promises that want nothing to be there.
constexpr std::array<std::string_view, 2> attributes_of_absence = {"absent", "delete"};

template <std::size_t Size>
bool has_any(const Promise& promise, const std::array<std::string_view, Size>& names) {
    return std::ranges::any_of(names, [&](std::string_view name) {
        return promise.attributes.find(name) != nullptr;
    });
}

bool makes_tree(const Promise& promise) {
    return std::ranges::find(types_of_trees, promise.type->name) != types_of_trees.end() ||
           has_any(promise, attributes_of_trees);
}

/// A path without the "/." or "/" that names a folder.
std::string plain_path(std::string_view path) {
    if (path.ends_with("/.")) path.remove_suffix(2);
    while (path.size() > 1 && path.ends_with('/'))
        path.remove_suffix(1);
    return std::string(path);
}

bool is_path(std::string_view text) {
    return text.starts_with('/');
}

bool is_missing(const std::string& path) {
    const auto place = Place::at(path);
    if (!place) return place.error() == ENOENT;
    const auto status = place->target_status();
    return !status && status.error() == ENOENT;
}

void add_texts(const Data& data, std::vector<std::string>& texts) {
    if (!data.is_container()) texts.emplace_back(data.text());
    for (const Data& item : data.items())
        add_texts(item, texts);
    for (const auto& [name, value] : data.members())
        add_texts(value, texts);
}

void add_texts(const AttributeValue& value, std::vector<std::string>& texts) {
    if (const auto* text = std::get_if<std::string>(&value)) return texts.push_back(*text);
    if (const auto* data = std::get_if<Data>(&value)) return add_texts(*data, texts);
    const auto& list = std::get<std::vector<std::string>>(value);
    texts.insert(texts.end(), list.begin(), list.end());
}

/// The promiser and all that the attributes have.
std::vector<std::string> texts_in(const Promise& promise) {
    std::vector<std::string> texts = {promise.promiser};
    for (const Attribute& attribute : promise.attributes)
        add_texts(attribute.value, texts);
    return texts;
}

} // namespace

void PlannedObjects::note(const Promise& promise, const Outcome& outcome) {
    if (!outcome.would_repair()) return;
    if (outcome.untold) {
        has_unknown_ = has_unknown_ || *outcome.untold != Untold::unknown_value;
        (is_path(promise.promiser) ? paths_ : names_).insert(plain_path(promise.promiser));
    }
    const bool is_tree = makes_tree(promise);
    for (const Change& change : outcome.changes)
        note(change, is_tree);
}

void PlannedObjects::note(const Change& change, bool is_tree) {
    const bool is_creation = change.action && *change.action == ChangeAction::create;
    const bool is_removal = change.action && *change.action == ChangeAction::remove;
    if (change.kind == "package" && !is_removal) has_packages_ = true;
    if (!is_creation && change.field != "target") return;
    if (change.kind == "user" || change.kind == "group") names_.insert(object_of(change));
    if (change.path.empty()) return;
    std::string path = plain_path(change.path);
    if (is_tree) folders_.insert(path);
    // A file is made with the folders above it, which not every module names.
    while (path.size() > 1 && paths_.insert(path).second) {
        path.resize(path.rfind('/'));
        if (!is_missing(path)) break;
    }
}

bool PlannedObjects::is_repetition(const Change& change) const {
    const bool is_creation = change.action && *change.action == ChangeAction::create;
    return is_creation && change.field == "exists" && !change.path.empty() &&
           paths_.contains(plain_path(change.path));
}

void PlannedObjects::leave_out_repetitions(Outcome& outcome) const {
    if (!outcome.would_repair() || paths_.empty()) return;
    const auto count =
        std::erase_if(outcome.changes, [&](const Change& change) { return is_repetition(change); });
    if (count == 0 || !outcome.changes.empty() || outcome.untold) return;
    const auto duration = outcome.duration;
    outcome = Outcome::of(Verdict::kept);
    outcome.duration = duration;
}

bool PlannedObjects::may_decide(const Promise& promise, const Outcome& outcome) const {
    if (outcome.result() == Verdict::repaired || outcome.would_repair()) return false;
    return outcome.has_failed() ? may_fail_without(promise) : may_have_nothing_to_do(promise);
}

bool PlannedObjects::may_bring(const std::string& path) const {
    return brings_path(path) || ((has_packages_ || has_unknown_) && is_missing(path));
}

/// Whether the path, or a folder above it that is not only itself, would be made.
bool PlannedObjects::brings_path(const std::string& given) const {
    std::string path = plain_path(given);
    if (paths_.contains(path)) return true;
    while (!folders_.empty() && path.size() > 1) {
        if (folders_.contains(path)) return true;
        path.resize(path.rfind('/'));
    }
    return false;
}

/// A missing file may come from anywhere; so may whatever else promises of other types need.
bool PlannedObjects::may_fail_without(const Promise& promise) const {
    const bool is_open = has_packages_ || has_unknown_;
    if (is_open && !is_path(promise.promiser)) return true;
    return std::ranges::any_of(texts_in(promise), [&](const std::string& text) {
        if (!is_path(text)) return names_.contains(text);
        return may_bring(text);
    });
}

/// A promise about a file that is not there, and that it does not make.
bool PlannedObjects::may_have_nothing_to_do(const Promise& promise) const {
    if (!is_path(promise.promiser)) return false;
    if (brings_path(promise.promiser)) return is_missing(promise.promiser);
    return has_packages_ && !has_any(promise, attributes_of_absence) &&
           is_missing(promise.promiser);
}

} // namespace vow::agent
