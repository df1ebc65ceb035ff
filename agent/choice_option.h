#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vow::agent {

/// The words that an option takes, and what each stands for.
template <class Value>
using Choices = std::vector<std::pair<const char*, Value>>;

/// Adds an option whose value is one of a few words, which its help lists. `value` and `choices`
/// must outlive `sub`.
template <class Value>
void add_choice(
    CLI::App& sub,
    const std::string& names,
    Value& value,
    const Choices<Value>& choices,
    const std::string& help
) {
    std::string words;
    for (const auto& choice : choices)
        words.append(words.empty() ? "" : ", ").append(choice.first);
    const auto choose = [&value, &choices, words, names](const std::string& word) {
        const auto chosen = std::find_if(choices.begin(), choices.end(), [&](const auto& choice) {
            return choice.first == word;
        });
        if (chosen == choices.end())
            throw CLI::ValidationError(names, "'" + word + "' is none of: " + words);
        value = chosen->second;
    };
    sub.add_option_function<std::string>(names, choose, help + ": " + words)->type_name("WORD");
}

} // namespace vow::agent
