#include "protocol/promise/change.h"

#include "protocol/text/digest.h"
#include "protocol/text/named_value.h"
#include "protocol/text/number.h"
#include "protocol/text/unified_diff.h"

#include <array>
#include <string_view>
#include <utility>

namespace vow {

namespace {

/// Members of a change that a module may send, in the form of texts.
constexpr std::pair<std::string_view, std::string Change::*> facts[] = {
    {"path", &Change::path},
    {"diff", &Change::diff},
    {"kind", &Change::kind},
    {"object", &Change::object},
    {"field", &Change::field},
};

constexpr std::size_t max_shown_content = 4096;
constexpr std::size_t max_compared_content = std::size_t{1} << 20U;

constexpr std::array<NamedValue<ChangeAction>, 3> actions = {{
    {"create", ChangeAction::create},
    {"update", ChangeAction::update},
    {"remove", ChangeAction::remove},
}};

Data data_of(const HiddenContent& hidden) {
    return Data::object(
        {{"size", Data::integer(static_cast<std::int64_t>(hidden.size))},
         {"sha256", Data::string(hidden.sha256)}}
    );
}

/// One side of a change. Without a text it was not there, or is not known; but a content may be
/// empty, unless the file is absent on this side.
Data side_of(
    const Change& change,
    const std::string& text,
    const std::optional<HiddenContent>& hidden,
    ChangeAction without
) {
    if (hidden) return data_of(*hidden);
    const bool may_be_empty =
        change.field == "content" && change.action && *change.action != without;
    return text.empty() && !may_be_empty ? Data() : Data::string(text);
}

using Members = std::vector<Data::Member>;

void add(Members& members, const char* name, std::string_view text) {
    if (!text.empty()) members.emplace_back(name, Data::string(text));
}

void add_action(Members& members, const Change& change) {
    if (change.action) add(members, "action", find_name(actions, *change.action));
}

Data before_of(const Change& change) {
    return side_of(change, change.before, change.hidden_before, ChangeAction::create);
}

Data after_of(const Change& change) {
    return side_of(change, change.after, change.hidden_after, ChangeAction::remove);
}

Data data_of(const Change& change) {
    Members members;
    members.reserve(9);
    const bool is_path = !change.path.empty();
    add(members, "kind", !change.kind.empty() ? change.kind : is_path ? "path" : "other");
    add(members, "object", object_of(change));
    add_action(members, change);
    add(members, "field", change.field);
    members.emplace_back("before", before_of(change));
    members.emplace_back("after", after_of(change));
    add(members, "diff", change.diff);
    add(members, "what", change.what);
    if (change.path != object_of(change)) add(members, "path", change.path);
    return Data::object(std::move(members));
}

/// As the libraries of other languages send it: without members that are not known.
Data sent_form(const Change& change) {
    Members members;
    add(members, "what", change.what);
    add_action(members, change);
    add(members, "path", change.path);
    for (const auto& [name, side] :
         {std::pair{"before", before_of(change)}, std::pair{"after", after_of(change)}}) {
        if (side.kind() != Data::Kind::null) members.emplace_back(name, side);
    }
    add(members, "diff", change.diff);
    const bool is_path = change.kind == "path" && change.object == change.path;
    if (!is_path) { // else 'path' names both
        add(members, "kind", change.kind);
        add(members, "object", change.object);
    }
    add(members, "field", change.field);
    return Data::object(std::move(members));
}

std::optional<ChangeAction> action_in(const Data& data) {
    const Data* word = data.find("action");
    return word == nullptr ? std::nullopt : find_value<ChangeAction>(actions, word->text());
}

/// Modules older than `action` send a sentence alone, which begins with its verb.
std::optional<ChangeAction> action_of(std::string_view what) {
    const std::string_view verb = what.substr(0, what.find(' '));
    if (verb == "install") return ChangeAction::create;
    return find_value<ChangeAction>(actions, verb);
}

/// Null is what was not there, or is not there any more.
std::string text_in(const Data& member) {
    if (member.kind() == Data::Kind::null) return {};
    return member.is_container() ? json_text(member) : std::string(member.text());
}

std::optional<HiddenContent> hidden_in(const Data& member) {
    const Data* size = member.kind() == Data::Kind::object ? member.find("size") : nullptr;
    const Data* digest = size != nullptr ? member.find("sha256") : nullptr;
    if (digest == nullptr || size->kind() != Data::Kind::integer) return std::nullopt;
    const auto bytes = integer_from(size->text());
    if (!bytes) return std::nullopt;
    return HiddenContent{static_cast<std::uint64_t>(*bytes), std::string(digest->text())};
}

void read_side(
    const Data& data, const char* name, std::string& text, std::optional<HiddenContent>& hidden
) {
    const Data* member = data.find(name);
    if (member == nullptr) return;
    hidden = hidden_in(*member);
    if (!hidden) text = text_in(*member);
}

/// "create package 'nginx'".
std::string words_for(const Change& change) {
    std::string words(change.action ? find_name(actions, *change.action) : "change");
    if (!change.kind.empty()) words += " " + change.kind;
    return words + " '" + change.object + "'";
}

void set_side(
    std::optional<std::string_view> content, std::string& text, std::optional<HiddenContent>& hidden
) {
    if (!content) return;
    if (is_shown_text(*content) && content->size() <= max_shown_content)
        text = *content;
    else
        hidden = HiddenContent::of(*content);
}

} // namespace

HiddenContent HiddenContent::of(std::string_view content) {
    return {content.size(), sha256_of(content)};
}

const std::string& object_of(const Change& change) {
    if (!change.object.empty()) return change.object;
    return change.path.empty() ? change.what : change.path;
}

Change content_change(
    std::string what,
    const std::string& path,
    std::optional<std::string_view> before,
    std::optional<std::string_view> after
) {
    Change change{.what = std::move(what), .path = path, .kind = "path", .object = path};
    change.field = "content";
    change.action = !before ? ChangeAction::create
                    : after ? ChangeAction::update
                            : ChangeAction::remove;
    set_side(before, change.before, change.hidden_before);
    set_side(after, change.after, change.hidden_after);
    const std::string_view old = before.value_or("");
    const std::string_view present = after.value_or("");
    const bool is_compared = old.size() <= max_compared_content &&
                             present.size() <= max_compared_content && is_shown_text(old) &&
                             is_shown_text(present);
    if (is_compared) change.diff = unified_diff(old, present, path);
    return change;
}

Change field_change(
    std::string what,
    const std::string& path,
    std::string field,
    std::string before,
    std::string after
) {
    return {
        .what = std::move(what),
        .path = path,
        .before = std::move(before),
        .after = std::move(after),
        .action = ChangeAction::update,
        .kind = "path",
        .object = path,
        .field = std::move(field)};
}

Change presence_change(std::string what, const std::string& path, ChangeAction action) {
    return {
        .what = std::move(what),
        .path = path,
        .action = action,
        .kind = "path",
        .object = path,
        .field = "exists"};
}

Data data_from(const std::vector<Change>& changes) {
    Data::Array items;
    items.reserve(changes.size());
    for (const Change& change : changes)
        items.push_back(data_of(change));
    return Data::array(std::move(items));
}

Data sent_data(const std::vector<Change>& changes) {
    Data::Array items;
    items.reserve(changes.size());
    for (const Change& change : changes)
        items.push_back(sent_form(change));
    return Data::array(std::move(items));
}

std::optional<Change> change_from(const Data& data) {
    Change change{.action = action_in(data)};
    for (const auto& [name, fact] : facts) {
        if (const Data* member = data.find(name)) change.*fact = text_in(*member);
    }
    read_side(data, "before", change.before, change.hidden_before);
    read_side(data, "after", change.after, change.hidden_after);
    if (change.path.empty() && change.kind == "path") change.path = change.object;
    const Data* what = data.find("what");
    if (what != nullptr && what->kind() == Data::Kind::string) {
        change.what = std::string(what->text());
        if (data.find("action") == nullptr) change.action = action_of(change.what);
    } else if (!change.object.empty()) {
        change.what = words_for(change);
    } else {
        return std::nullopt;
    }
    return change;
}

} // namespace vow
