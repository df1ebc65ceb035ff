#include "protocol/promise/change.h"

#include "protocol/text/named_value.h"

#include <array>
#include <string_view>
#include <utility>

namespace vow {

namespace {

/// The optional members of a change.
constexpr std::pair<std::string_view, std::string Change::*> facts[] = {
    {"path", &Change::path},
    {"before", &Change::before},
    {"after", &Change::after},
    {"diff", &Change::diff},
    {"kind", &Change::kind},
    {"object", &Change::object},
    {"field", &Change::field},
};

constexpr std::array<NamedValue<ChangeAction>, 3> actions = {{
    {"create", ChangeAction::create},
    {"update", ChangeAction::update},
    {"remove", ChangeAction::remove},
}};

Data data_of(const Change& change) {
    std::vector<Data::Member> members = {{"what", Data::string(change.what)}};
    if (change.action)
        members.emplace_back(
            "action", Data::string(std::string(find_name(actions, *change.action)))
        );
    for (const auto& [name, fact] : facts) {
        const std::string& text = change.*fact;
        if (!text.empty()) members.emplace_back(name, Data::string(text));
    }
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

/// "create package 'nginx'".
std::string words_for(const Change& change) {
    std::string words(change.action ? find_name(actions, *change.action) : "change");
    if (!change.kind.empty()) words += " " + change.kind;
    return words + " '" + change.object + "'";
}

} // namespace

Data data_from(const std::vector<Change>& changes) {
    Data::Array items;
    for (const Change& change : changes)
        items.push_back(data_of(change));
    return Data::array(std::move(items));
}

std::optional<Change> change_from(const Data& data) {
    Change change{.action = action_in(data)};
    for (const auto& [name, fact] : facts) {
        if (const Data* member = data.find(name)) change.*fact = text_in(*member);
    }
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
