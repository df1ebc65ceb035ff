#pragma once

#include "protocol/text/named_value.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace vow::agent {

/// The words that an option takes, and their values.
template <class Value>
using Choices = std::vector<NamedValue<Value>>;

/// Adds an option whose value is one of a few words, which its help lists. `value` and `choices`
/// must outlive `sub`; it may be an optional value.
template <class Value, class Target>
void add_choice(
    CLI::App& sub,
    const std::string& names,
    Target& value,
    const Choices<Value>& choices,
    const std::string& help
) {
    std::string words;
    for (const auto& choice : choices)
        words.append(words.empty() ? "" : ", ").append(choice.name);
    const auto choose = [&value, &choices, words, names](const std::string& word) {
        const auto chosen = find_value<Value>(choices, word);
        if (!chosen) throw CLI::ValidationError(names, "'" + word + "' is not one of: " + words);
        value = *chosen;
    };
    sub.add_option_function<std::string>(names, choose, help + ": " + words)->type_name("WORD");
}

} // namespace vow::agent
