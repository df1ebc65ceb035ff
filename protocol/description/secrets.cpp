#include "protocol/description/secrets.h"

#include "protocol/data/conversion.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vow {
namespace {

/// Each line of a value with several lines is masked, too, unless it is too short to be a secret.
constexpr std::size_t shortest_line = 8;

/// The data with every value masked; containers keep their structure.
Data all_masked(const Data& value) {
    if (value.kind() == Data::Kind::array) {
        Data::Array items;
        for (const Data& item : value.items())
            items.push_back(all_masked(item));
        return Data::array(std::move(items));
    }
    if (value.kind() == Data::Kind::object) {
        std::vector<Data::Member> members;
        for (const auto& [name, member] : value.members())
            members.emplace_back(name, all_masked(member));
        return Data::object(std::move(members));
    }
    return Data::string(Secrets::mask);
}

bool has_secrets(const std::vector<AttributeDescription>& attributes) {
    return std::ranges::any_of(attributes, [](const AttributeDescription& attribute) {
        return attribute.secret || has_secrets(attribute.attributes);
    });
}

/// The only promise type in a description, or the one of that name. Null if it is missing.
const Data* type_in(const Data& description, std::string_view name) {
    const Data* types = description.find("promise_types");
    if (types == nullptr || types->kind() != Data::Kind::object) return nullptr;
    if (types->members().size() == 1) return &types->members().front().second;
    return types->find(name);
}

/// Whether an attribute, or a member of it, is described as secret or not understandably. `of`
/// is null if nothing is known.
bool may_be_secret(const Data* of, std::string_view name) {
    if (of == nullptr || of->kind() != Data::Kind::object) return true;
    const Data* attributes = of->find("attributes");
    if (attributes == nullptr) return false;
    if (attributes->kind() != Data::Kind::object) return true;
    const Data* attribute = attributes->find(name);
    if (attribute == nullptr) return false;
    if (attribute->kind() != Data::Kind::object) return true;
    const Data* secret = attribute->find("secret");
    if (secret != nullptr && (secret->kind() != Data::Kind::boolean || secret->truth()))
        return true;
    const Data* members = attribute->find("attributes");
    if (members == nullptr) return false;
    if (members->kind() != Data::Kind::object) return true;
    return std::ranges::any_of(members->members(), [&](const Data::Member& member) {
        return may_be_secret(attribute, member.first);
    });
}

/// Whether a quotation that was cut short ends before this rest of a text: by dots, or as the
/// command before a line of its output.
bool is_cut(std::string_view rest) {
    return rest.starts_with("...") || rest.starts_with("\":");
}

} // namespace

bool has_secrets(const PromiseTypeDescription& described) {
    return has_secrets(described.attributes);
}

Data Secrets::note(const Promise& promise, const PromiseTypeDescription& described) {
    names_.clear();
    Data::Array values;
    if (!has_secrets(described)) return Data::array({});
    std::vector<Data::Member> members;
    for (const Attribute& attribute : promise.attributes)
        members.emplace_back(attribute.name, data_of(attribute.value));
    note_members(described.attributes, Data::object(std::move(members)), "", values);
    Data all = Data::array(std::move(values));
    add(all);
    return all;
}

void Secrets::note_members(
    const std::vector<AttributeDescription>& described,
    const Data& body,
    const std::string& path,
    Data::Array& values
) {
    for (const AttributeDescription& attribute : described) {
        std::string name = path + attribute.name;
        const Data* value = body.find(attribute.name);
        const bool is_body = value == nullptr || value->kind() == Data::Kind::object;
        if (attribute.secret || (!is_body && has_secrets(attribute.attributes))) {
            names_.insert(name);
            if (value != nullptr) values.push_back(*value);
        }
        note_members(
            attribute.attributes,
            value == nullptr ? Data::object({}) : *value,
            name.append("/"),
            values
        );
    }
}

Data Secrets::note_possible(const Promise& promise, const Data& description) {
    names_.clear();
    Data::Array values;
    const Data* type = type_in(description, promise.type->name);
    for (const Attribute& attribute : promise.attributes) {
        if (!may_be_secret(type, attribute.name)) continue;
        names_.insert(attribute.name);
        values.push_back(data_of(attribute.value));
    }
    Data all = Data::array(std::move(values));
    add(all);
    return all;
}

void Secrets::add(const Data& value) {
    for (const Data& item : value.items())
        add(item);
    for (const auto& [name, member] : value.members())
        add(member);
    const bool is_number = value.kind() == Data::Kind::integer || value.kind() == Data::Kind::real;
    if (value.kind() == Data::Kind::string || is_number) add_text(value.text());
}

void Secrets::add_text(std::string_view text) {
    constexpr std::array<std::string_view, 4> words = {"false", "none", "null", "true"};
    const bool is_word = std::ranges::find(words, text) != words.end();
    if (is_word || text.size() < shortest_in_texts || !known_.insert(std::string(text)).second)
        return;
    shortest_ = std::min(shortest_, text.size());
    for (std::string& form : forms_of_secret(text))
        add_value(std::move(form));
    if (text.find('\n') == std::string_view::npos) return;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end >= shortest_line) add_text(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void Secrets::add_value(std::string value) {
    if (value.size() < shortest_in_texts) return;
    std::vector<std::string>& alike = by_beginning_[value.substr(0, shortest_in_texts)];
    if (std::ranges::find(alike, value) != alike.end()) return;
    const auto place = std::ranges::find_if(alike, [&](const std::string& other) {
        return other.size() < value.size();
    });
    alike.insert(place, std::move(value));
}

bool Secrets::is_part(std::string_view text) const {
    return text.size() >= shortest_in_texts &&
           std::ranges::any_of(known_, [&](const std::string& secret) {
               return secret.find(text) != std::string::npos;
           });
}

bool Secrets::is_in(std::string_view text) const {
    for (; text.size() >= shortest_in_texts; text.remove_prefix(1)) {
        if (length_at_begin(text) != 0) return true;
    }
    return false;
}

bool Secrets::is_in(const Data& value) const {
    if (!value.is_container()) return is_in(value.text());
    const std::string text = json_text(value);
    return is_in(std::string_view(text));
}

void Secrets::add_parts(const Data& value, Data::Array& parts) const {
    for (const Data& item : value.items())
        add_parts(item, parts);
    for (const auto& [name, member] : value.members())
        add_parts(member, parts);
    if (!value.is_container() && is_part(value.text())) parts.push_back(value);
}

Data Secrets::made_of_secret(const Data& result) const {
    Data::Array found;
    const std::string_view text = result.text();
    const bool is_short_number = integer_from(text) && text.size() < shortest_ && !is_part(text);
    if (result.is_container())
        add_parts(result, found);
    else if (!is_short_number)
        found.push_back(result);
    return Data::array(std::move(found));
}

std::size_t Secrets::length_at_begin(std::string_view text) const {
    const auto alike = by_beginning_.find(text.substr(0, shortest_in_texts));
    if (alike == by_beginning_.end()) return 0;
    std::size_t longest = 0;
    for (const std::string& secret : alike->second) {
        const auto end = std::ranges::mismatch(secret, text).in1;
        const auto length = static_cast<std::size_t>(end - secret.begin());
        if (end == secret.end() || is_cut(text.substr(length))) longest = std::max(longest, length);
    }
    return longest;
}

std::string Secrets::masked(std::string_view text) const {
    if (by_beginning_.empty()) return std::string(text);
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = length_at_begin(text);
        if (length == 0)
            shown += text.front();
        else
            shown += mask;
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return shown;
}

Data Secrets::masked(const Data& data) const {
    if (data.kind() == Data::Kind::string) return Data::string(masked(data.text()));
    if (data.kind() == Data::Kind::array) {
        Data::Array items;
        for (const Data& item : data.items())
            items.push_back(masked(item));
        return Data::array(std::move(items));
    }
    if (data.kind() == Data::Kind::object) {
        std::vector<Data::Member> members;
        for (const auto& [name, member] : data.members())
            members.emplace_back(name, masked(member));
        return Data::object(std::move(members));
    }
    const bool is_number = data.kind() == Data::Kind::integer || data.kind() == Data::Kind::real;
    if (!is_number || masked(data.text()) == data.text()) return data;
    return Data::string(masked(data.text()));
}

Outcome Secrets::masked(Outcome outcome) const {
    if (by_beginning_.empty()) return outcome;
    for (std::string& name : outcome.classes)
        name = masked(name);
    for (auto& [name, value] : outcome.variables)
        value = masked(value);
    for (Change& change : outcome.changes) {
        for (std::string* text :
             {&change.what,
              &change.path,
              &change.before,
              &change.after,
              &change.diff,
              &change.object}) {
            *text = masked(*text);
        }
    }
    return outcome;
}

Data Secrets::masked_attribute(const std::string& name, const Data& value) const {
    if (names_.contains(name)) return all_masked(value);
    if (value.kind() != Data::Kind::object) return masked(value);
    std::vector<Data::Member> members;
    for (const auto& [member, held] : value.members()) {
        std::string place = name;
        place.append("/").append(member);
        members.emplace_back(member, masked_attribute(place, held));
    }
    return Data::object(std::move(members));
}

} // namespace vow
