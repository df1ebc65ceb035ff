#include "protocol/harness/fuzz/generator.h"

#include "protocol/promise/settings.h"

#include <algorithm>

namespace vow::harness {
namespace {

void erase(Members& members, const std::string& name) {
    std::erase_if(members, [&](const Data::Member& member) { return member.first == name; });
}

void set(Members& members, const std::string& name, Data value) {
    erase(members, name);
    members.emplace_back(name, std::move(value));
}

/// For messages.
std::string shortened(std::string text) {
    constexpr std::size_t max_shown_bytes = 60;
    return text.size() <= max_shown_bytes ? text : text.substr(0, max_shown_bytes) + "...";
}

DescribedGroup group_of(const AttributeDescription& body) {
    return {body.attributes, body.rules};
}

const AttributeDescription* find(const DescribedGroup& group, const std::string& name) {
    return attribute_named(name, group.attributes);
}

/// True if it is present and not a truth value that is false.
bool is_promised(const DescribedGroup& group, const Members& members, const std::string& name) {
    const auto value = std::find_if(members.begin(), members.end(), [&](const auto& member) {
        return member.first == name;
    });
    if (value == members.end()) return false;
    const AttributeDescription* attribute = find(group, name);
    const bool is_truth = attribute != nullptr && attribute->type == AttributeType::bool_;
    return !is_truth || is_true(value->second.text());
}

bool is_described_body(const AttributeDescription& attribute) {
    return attribute.type == AttributeType::body && !attribute.attributes.empty();
}

} // namespace

Generator::Generator(const PromiseTypeDescription& type, Dice& dice)
    : type_(type),
      dice_(dice),
      values_(dice, patterns_) {}

std::optional<SentPromise> Generator::valid_promise() {
    const auto promiser = values_.text_for(type_.promiser_pattern);
    auto members =
        promiser ? valid_members(DescribedGroup{type_.attributes, type_.rules}) : std::nullopt;
    if (!members) return std::nullopt;
    SentPromise promise{
        .type = type_.name,
        .promiser = promiser->empty() ? "/tmp/file" : *promiser,
        .attributes = *std::move(members)};
    if (!faults_of(promise).empty()) return std::nullopt;
    return promise;
}

std::optional<NearMiss> Generator::near_miss() {
    auto promise = valid_promise();
    if (!promise) return std::nullopt;
    auto spoiled = spoil(DescribedGroup{type_.attributes, type_.rules}, promise->attributes);
    if (!spoiled) return std::nullopt;
    const std::vector<Fault> faults = faults_of(*promise);
    const bool is_meant =
        faults.size() == 1 && text_of(faults.front()).find(spoiled->attribute) != std::string::npos;
    if (!is_meant) return std::nullopt;
    return NearMiss{*std::move(promise), spoiled->attribute, spoiled->fault};
}

std::vector<Fault> Generator::faults_of(const SentPromise& promise) {
    return faults_of_attributes(Data::object(promise.attributes), type_, patterns_);
}

SentPromise Generator::wild_promise() {
    return {
        .type = type_.name,
        .promiser = values_.wild_text(),
        .attributes = wild_members(DescribedGroup{type_.attributes, type_.rules})};
}

Members Generator::wild_members(const DescribedGroup& group) {
    Members members;
    for (const AttributeDescription& attribute : group.attributes) {
        if (dice_.one_in(2)) continue;
        const bool is_body = is_described_body(attribute) && dice_.one_in(2);
        members.emplace_back(
            attribute.name,
            is_body ? Data::object(wild_members(group_of(attribute)))
                    : Data::string(values_.wild_text())
        );
    }
    return members;
}

// --- promises that the description allows -------------------------------------------------------

std::optional<Members> Generator::valid_members(const DescribedGroup& group) {
    Members members;
    for (const AttributeDescription& attribute : group.attributes) {
        if (!attribute.required && dice_.one_in(2)) continue;
        auto value = value_for(attribute);
        if (value) members.emplace_back(attribute.name, *std::move(value));
        if (!value && attribute.required) return std::nullopt;
    }
    // Satisfying one rule may break another: a limited number of times, unless the rules contradict
    // each other.
    bool changed = true;
    for (int rounds = 0; changed && rounds < 10; ++rounds) {
        changed = false;
        for (const AttributeRule& rule : group.rules)
            changed = satisfy(rule, group, members) || changed;
    }
    return members;
}

/// Returns true if it changed something.
bool Generator::satisfy(const AttributeRule& rule, const DescribedGroup& group, Members& members) {
    const auto is_there = [&](const std::string& name) {
        return is_promised(group, members, name);
    };
    if (!std::all_of(rule.with.begin(), rule.with.end(), is_there)) return false;
    bool changed = false;
    if (!rule.needs.empty() && std::none_of(rule.needs.begin(), rule.needs.end(), is_there)) {
        const bool may_give_up = !rule.with.empty() && dice_.one_in(2);
        if (may_give_up || !promise_one(group, members, dice_.one_of(rule.needs)))
            erase(members, rule.with.empty() ? "" : rule.with.front());
        changed = true;
    }
    for (const std::string& other : rule.excludes) {
        if (!is_there(other)) continue;
        erase(members, rule.with.empty() || dice_.one_in(2) ? other : dice_.one_of(rule.with));
        changed = true;
    }
    return changed;
}

/// Makes an attribute count as promised. Returns false if no value can be found.
bool Generator::promise_one(
    const DescribedGroup& group, Members& members, const std::string& name
) {
    if (is_promised(group, members, name)) return true;
    const AttributeDescription* attribute = find(group, name);
    if (attribute == nullptr) return false;
    auto value = attribute->type == AttributeType::bool_ ? std::optional(Data::string("true"))
                                                         : value_for(*attribute);
    if (value) set(members, name, *std::move(value));
    return value.has_value();
}

// --- promises that it forbids --------------------------------------------------------------------

std::optional<Generator::SpoiledMembers>
Generator::spoil(const DescribedGroup& group, Members& members) {
    if (group.attributes.empty() || dice_.one_in(4)) {
        std::string name =
            group.attributes.empty() ? "unknown" : group.attributes.front().name + "s";
        while (find(group, name) != nullptr)
            name += "s";
        set(members, name, Data::string("x"));
        return SpoiledMembers{name, "is not described"};
    }
    if (!group.rules.empty() && dice_.one_in(4))
        return break_rule(dice_.one_of(group.rules), group, members);
    const AttributeDescription& attribute = dice_.one_of(group.attributes);
    if (is_described_body(attribute) && !dice_.one_in(4)) return spoil_body(attribute, members);
    erase(members, attribute.name);
    if (attribute.required && dice_.one_in(2)) return SpoiledMembers{attribute.name, "is missing"};
    const auto wrong = values_.wrong_for(attribute);
    if (!wrong) return std::nullopt;
    set(members, attribute.name, *wrong);
    return SpoiledMembers{attribute.name, "is " + shortened(json_text(*wrong))};
}

/// Uses as few other attributes as possible, to break no other rule.
std::optional<Generator::SpoiledMembers>
Generator::break_rule(const AttributeRule& rule, const DescribedGroup& group, Members& members) {
    std::erase_if(members, [&](const Data::Member& member) {
        const AttributeDescription* attribute = find(group, member.first);
        return attribute == nullptr || !attribute->required;
    });
    for (const std::string& name : rule.with) {
        if (!promise_one(group, members, name)) return std::nullopt;
    }
    if (rule.excludes.empty() || (!rule.needs.empty() && dice_.one_in(2))) {
        for (const std::string& name : rule.needs)
            erase(members, name);
        return SpoiledMembers{rule.needs.front(), "is required, but missing"};
    }
    const std::string& other = dice_.one_of(rule.excludes);
    if (!promise_one(group, members, other)) return std::nullopt;
    return SpoiledMembers{other, "is excluded"};
}

std::optional<Generator::SpoiledMembers>
Generator::spoil_body(const AttributeDescription& body, Members& members) {
    auto inner = valid_members(group_of(body));
    if (!inner) return std::nullopt;
    auto spoiled = spoil(group_of(body), *inner);
    if (!spoiled) return std::nullopt;
    spoiled->fault += " in '" + body.name + "'";
    set(members, body.name, Data::object(*std::move(inner)));
    return spoiled;
}

std::optional<Data> Generator::value_for(const AttributeDescription& attribute) {
    if (attribute.type != AttributeType::body) return values_.right_for(attribute);
    auto members = valid_members(group_of(attribute));
    return members ? std::optional(Data::object(*std::move(members))) : std::nullopt;
}

} // namespace vow::harness
