#include "protocol/wire/whole_outcome.h"

#include "protocol/promise/change.h"
#include "protocol/text/characters.h"
#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vow::wire {

namespace {

constexpr std::array<NamedValue<Terms::Policy>, 5> policies = {{
    {"fix", Terms::Policy::fix},
    {"warn", Terms::Policy::warn},
    {"nop", Terms::Policy::nop},
    {"dry_run", Terms::Policy::dry_run},
    {"simulate", Terms::Policy::simulate},
}};

constexpr std::array verdicts = {
    Verdict::kept,
    Verdict::repaired,
    Verdict::not_kept,
    Verdict::denied,
    Verdict::timed_out,
    Verdict::error};

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const auto character = leading_character(text);
        if (!character) return false;
        text.remove_prefix(character->length);
    }
    return true;
}

bool is_utf8(const Data& data) {
    if (data.kind() == Data::Kind::string) return is_utf8(data.text());
    const auto has_utf8 = [](const Data& item) { return is_utf8(item); };
    const auto is_member_utf8 = [](const Data::Member& member) {
        return is_utf8(member.first) && is_utf8(member.second);
    };
    return std::ranges::all_of(data.items(), has_utf8) &&
           std::ranges::all_of(data.members(), is_member_utf8);
}

bool is_utf8(const std::vector<std::string>& texts) {
    return std::ranges::all_of(texts, [](const std::string& text) {
        return is_utf8(std::string_view(text));
    });
}

// --- bytes: a text or, if that is not UTF-8, a list of one text in hexadecimal digits ---

Data data_of_bytes(const std::string& bytes) {
    if (is_utf8(std::string_view(bytes))) return Data::string(bytes);
    std::string digits;
    digits.reserve(bytes.size() * 2);
    for (const char byte : bytes)
        digits += hexadecimal(static_cast<unsigned char>(byte));
    return Data::array({Data::string(digits)});
}

std::string bytes_of(const Data& data) {
    if (data.kind() != Data::Kind::array) return std::string(data.text());
    std::string bytes;
    for (const Data& item : data.items()) {
        const std::string_view digits = item.text();
        for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
            unsigned char byte = 0;
            std::from_chars(digits.data() + at, digits.data() + at + 2, byte, 16);
            bytes += static_cast<char>(byte);
        }
    }
    return bytes;
}

// --- verdicts ---

Data data_of(Verdicts all) {
    Data::Array words;
    for (const Verdict verdict : verdicts) {
        if (all.has(verdict)) words.push_back(Data::string(text_of(verdict)));
    }
    return Data::array(std::move(words));
}

Verdicts verdicts_of(const Data& data) {
    Verdicts all;
    for (const Data& word : data.items()) {
        for (const Verdict verdict : verdicts) {
            if (word.text() == text_of(verdict)) all.add(verdict);
        }
    }
    return all;
}

Data data_of(const std::vector<PartOutcome>& parts) {
    Data::Array items;
    for (const PartOutcome& part : parts)
        items.push_back(Data::array({data_of_bytes(part.promiser), data_of(part.verdicts)}));
    return Data::array(std::move(items));
}

std::vector<PartOutcome> parts_of(const Data& data) {
    std::vector<PartOutcome> parts;
    for (const Data& item : data.items()) {
        if (item.items().size() == 2)
            parts.push_back({bytes_of(item.items()[0]), verdicts_of(item.items()[1])});
    }
    return parts;
}

std::optional<int> number_in(const Data& object, std::string_view name) {
    const Data* member = object.find(name);
    if (member == nullptr || member->kind() != Data::Kind::integer) return std::nullopt;
    int number = 0;
    const std::string_view digits = member->text();
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

} // namespace

Data data_from(const Terms& terms) {
    std::vector<Data::Member> members = {
        {"policy", Data::string(find_name(policies, terms.policy))}};
    if (terms.parts == Terms::Parts::listed) members.emplace_back("parts", Data::boolean(true));
    if (terms.limit) members.emplace_back("limit", Data::integer(terms.limit->count()));
    return Data::object(std::move(members));
}

void read_terms(Terms& terms, const Data& data) {
    if (const Data* policy = data.find("policy"))
        terms.policy = find_value<Terms::Policy>(policies, policy->text()).value_or(terms.policy);
    if (data.find("parts") != nullptr) terms.parts = Terms::Parts::listed;
    if (const auto limit = number_in(data, "limit")) terms.limit = std::chrono::seconds(*limit);
}

Data data_from(const Outcome& outcome) {
    std::vector<Data::Member> members = {{"verdicts", data_of(outcome.verdicts)}};
    if (outcome.only_warned) members.emplace_back("only_warned", Data::boolean(true));
    if (outcome.untold) members.emplace_back("untold", Data::string(text_of(*outcome.untold)));
    if (!outcome.parts.empty()) members.emplace_back("parts", data_of(outcome.parts));
    if (!outcome.output.empty()) members.emplace_back("output", data_of_bytes(outcome.output));
    if (!outcome.errors.empty()) members.emplace_back("errors", data_of_bytes(outcome.errors));
    if (outcome.exit_code) members.emplace_back("exit_code", Data::integer(*outcome.exit_code));
    if (outcome.signal) members.emplace_back("signal", Data::integer(*outcome.signal));
    return Data::object(std::move(members));
}

std::optional<Outcome> outcome_from(const Data& data) {
    const Data* all = data.find("verdicts");
    if (all == nullptr || all->kind() != Data::Kind::array) return std::nullopt;
    Outcome outcome{
        .verdicts = verdicts_of(*all),
        .only_warned = data.find("only_warned") != nullptr,
        .exit_code = number_in(data, "exit_code"),
        .signal = number_in(data, "signal")};
    if (const Data* why = data.find("untold")) outcome.untold = untold_from(why->text());
    if (const Data* parts = data.find("parts")) outcome.parts = parts_of(*parts);
    if (const Data* output = data.find("output")) outcome.output = bytes_of(*output);
    if (const Data* errors = data.find("errors")) outcome.errors = bytes_of(*errors);
    return outcome;
}

bool is_sent_unchanged(const Promise& promise) {
    const auto is_unchanged = [](const Attribute& attribute) {
        return std::visit([](const auto& value) { return is_utf8(value); }, attribute.value);
    };
    return is_utf8(std::string_view(promise.promiser)) &&
           std::ranges::all_of(promise.attributes, is_unchanged);
}

void read_variables(Reply& reply, const Data* variables) {
    if (variables == nullptr || variables->kind() == Data::Kind::null) return;
    if (variables->kind() != Data::Kind::object) {
        reply.remarks.emplace_back("'variables' is not an object and is ignored");
        return;
    }
    reply.variables = variables->members();
}

void read_changes(Reply& reply, const Data* changes) {
    if (changes == nullptr || changes->kind() == Data::Kind::null) return;
    bool as_expected = changes->kind() == Data::Kind::array;
    for (const Data& item : changes->items()) {
        if (auto change = change_from(item)) {
            reply.changes.push_back(*std::move(change));
        } else {
            as_expected = false;
        }
    }
    if (!as_expected) {
        reply.remarks.emplace_back(
            "'changes' is not a list of objects with 'object' or 'what'; other items are ignored"
        );
    }
}

} // namespace vow::wire
