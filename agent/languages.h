#pragma once

#include "agent/personality.h"
#include "policy/inmanta/settings.h"
#include "policy/otterscript/settings.h"
#include "policy/run/language.h"
#include "protocol/description/description.h"

#include <functional>
#include <memory>
#include <optional>
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

/// An answer to a gate of a Skopos plan, in the order of the command line.
struct GateAnswer {
    std::string gate; ///< "*": all that have no other
    bool is_approval;
};

/// The options of the command line for Skopos plans alone.
struct SkoposOptions {
    std::string model = {};                  ///< --model; may be empty
    std::vector<std::string> targets = {};   ///< --target, --env
    std::string project = {};                ///< --project; empty: by the plan's file name
    std::string work_folder = {};            ///< -w; empty: the usual one
    std::vector<std::string> plugins = {};   ///< --plugins: folders
    std::vector<GateAnswer> answers = {};    ///< --approve, --reject
    std::vector<std::string> assumed = {};   ///< --assume: "STEP=fail"
    bool is_stepwise = false;                ///< --step
    std::optional<double> action_limit = {}; ///< --limit action=SECONDS
};

/// The language of a policy, and the options of each language.
struct LanguageOptions {
    std::string name = {}; ///< empty: the policy file decides
    /// The text of the policy "-"; nullopt: that is a file like any other.
    std::optional<std::string> standard_input = {};
    std::vector<std::string> variables = {}; ///< --var: "NAME=VALUE", as the language reads it
    std::vector<std::string> only = {};      ///< --only: FILE:LINE, handles, types; empty: all
    /// A promise in the words of the command line, in place of a policy; may be empty.
    std::vector<std::string> promise = {};
    CfengineOptions cfengine = {};
    SkoposOptions skopos = {};
    otterscript::Settings otterscript = {};
    inmanta::Settings inmanta = {};
};

/// A row of the table of languages.
struct LanguageRow {
    std::string_view name;
    std::vector<std::string_view> suffixes; ///< ".cf"
    /// True if the beginning of a file looks like this language.
    bool (*is_policy_text)(std::string_view text);
    std::unique_ptr<Language> (*make)(const LanguageOptions& options, Personality personality);
    /// How much the console shows at least, unless the command line chooses a level.
    LogLevel log_level = LogLevel::notice;
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
const LanguageRow& language_for(const std::string& policy, const LanguageOptions& options);

std::unique_ptr<Language>
make_language(const std::string& policy, const LanguageOptions& options, Personality personality);

/// The promise types of a module as entities of Inmanta models, in their language.
std::string model_entities(const Description& description);

} // namespace vow::agent
