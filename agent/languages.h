#pragma once

#include "agent/personality/personality.h"
#include "policy/run/language.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The options of the command line for CFEngine's language alone.
struct CfengineOptions {
    std::vector<std::string> define = {};          ///< -D
    std::vector<std::string> negate = {};          ///< -N
    std::vector<std::string> bundle_sequence = {}; ///< -b; empty: the policy's own
};

/// The language of a policy, and the options of each language.
struct LanguageOptions {
    std::string name = {}; ///< empty: the policy file decides
    CfengineOptions cfengine = {};
};

/// A row of the table of languages.
struct LanguageRow {
    std::string_view name;
    std::vector<std::string_view> suffixes; ///< ".cf"
    /// True if the beginning of a file looks like this language.
    bool (*is_policy_text)(std::string_view text);
    std::unique_ptr<Language> (*make)(const LanguageOptions& options, Personality personality);
};

/// Every language, the usual one first.
std::span<const LanguageRow> languages();

/// Null if no language has that name.
const LanguageRow* find_language(std::string_view name);

/// The message for a name that find_language() does not know.
std::string unknown_language(std::string_view name);

/// The language of a policy file: the one with the suffix of its name; if several or none have it,
/// the one that its text looks like; else the first of the table. `text` reads the beginning of the
/// file; called only if needed.
const LanguageRow& language_of_file(
    std::span<const LanguageRow> table,
    std::string_view path,
    const std::function<std::string()>& text
);

/// The language that the options name, or that of the policy file; without a file the usual one.
std::unique_ptr<Language>
make_language(const std::string& policy, const LanguageOptions& options, Personality personality);

} // namespace vow::agent
