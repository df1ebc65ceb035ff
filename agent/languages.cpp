#include "agent/languages.h"

#include "policy/by_hand/language.h"
#include "policy/cfengine/language.h"
#include "policy/inmanta/export/promise_entities.h"
#include "policy/inmanta/language.h"
#include "policy/otterscript/language.h"
#include "policy/skopos/language.h"
#include "policy/source/diagnostic.h"
#include "protocol/system/file_descriptor.h"

#include <algorithm>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t probed_bytes = 1 << 16;

std::unique_ptr<Language> make_cfengine(const LanguageOptions& options, Personality personality) {
    return cfengine::make_language({
        .manner =
            personality == Personality::vow ? cfengine::Manner() : cfengine::Manner::of_reference(),
        .define = options.cfengine.define,
        .negate = options.cfengine.negate,
        .bundle_sequence = options.cfengine.bundle_sequence,
        .only = options.only,
    });
}

skopos::Settings plan_options_from(const LanguageOptions& options) {
    const SkoposOptions& given = options.skopos;
    skopos::Settings plan{
        .model = given.model,
        .targets = given.targets,
        .variables = options.variables,
        .project = given.project,
        .work_folder = given.work_folder,
        .plugin_folders = given.plugins,
        .assumed = given.assumed,
        .only = options.only,
        .is_stepwise = given.is_stepwise,
        .action_limit = given.action_limit,
    };
    for (const GateAnswer& answer : given.answers)
        plan.answers.push_back({.gate = answer.gate, .is_approval = answer.is_approval});
    return plan;
}

std::unique_ptr<Language> make_skopos(const LanguageOptions& options, Personality /*personality*/) {
    return skopos::make_language(plan_options_from(options));
}

std::unique_ptr<Language>
make_otterscript(const LanguageOptions& options, Personality /*personality*/) {
    otterscript::Settings settings = options.otterscript;
    settings.variables = options.variables;
    settings.only = options.only;
    return otterscript::make_language(std::move(settings));
}

std::unique_ptr<Language>
make_inmanta(const LanguageOptions& options, Personality /*personality*/) {
    inmanta::Settings settings = options.inmanta;
    settings.only = options.only;
    return inmanta::make_language(std::move(settings));
}

bool has_suffix(const LanguageRow& row, std::string_view path) {
    return std::ranges::any_of(row.suffixes, [path](std::string_view suffix) {
        return path.ends_with(suffix);
    });
}

/// Only Inmanta models are named by a folder: that of their project. One without the file of a
/// project is meant as such, too, unless it is named as a policy.
bool is_project(const std::string& path) {
    struct stat status = {};
    const bool is_folder =
        !path.empty() && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
    const bool has_name_of_policy = std::ranges::any_of(languages(), [&](const LanguageRow& row) {
        return has_suffix(row, path);
    });
    const bool has_file = is_folder && ::stat((path + "/project.yml").c_str(), &status) == 0;
    return has_file || (is_folder && !has_name_of_policy);
}

/// Empty unless it is a regular file: reading a pipe would wait, and its bytes would be lost.
std::string beginning_of(const std::string& path) {
    std::string text;
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status = {};
    if (!file || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return text;
    text.resize(probed_bytes);
    const ssize_t count = ::read(file.number(), text.data(), text.size());
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
}

} // namespace

std::span<const LanguageRow> languages() {
    static const std::vector<LanguageRow> table = {
        {"cfengine", {".cf", ".json"}, &cfengine::is_policy_text, &make_cfengine},
        {"skopos", {".yaml", ".yml"}, &skopos::is_plan_text, &make_skopos, LogLevel::info},
        {"otterscript", {".otter"}, &otterscript::is_plan_text, &make_otterscript, LogLevel::info},
        {"inmanta", {".cf"}, &inmanta::is_model_text, &make_inmanta},
    };
    return table;
}

const LanguageRow* find_language(std::string_view name) {
    const auto table = languages();
    const auto found = std::ranges::find(table, name, &LanguageRow::name);
    return found == table.end() ? nullptr : &*found;
}

std::string unknown_language(std::string_view name) {
    std::vector<std::string_view> names;
    for (const LanguageRow& row : languages())
        names.push_back(row.name);
    return "'" + std::string(name) + "' is not a policy language; " + suggestion_for(name, names);
}

const LanguageRow& language_of_file(
    std::span<const LanguageRow> table,
    std::string_view path,
    const std::function<std::string()>& text
) {
    std::vector<const LanguageRow*> candidates;
    for (const LanguageRow& row : table) {
        if (has_suffix(row, path)) candidates.push_back(&row);
    }
    if (candidates.size() == 1) return *candidates.front();
    if (candidates.empty()) {
        for (const LanguageRow& row : table)
            candidates.push_back(&row);
    }
    const std::string beginning = text();
    for (const LanguageRow* candidate : candidates) {
        if (candidate->is_policy_text(beginning)) return *candidate;
    }
    return *candidates.front();
}

const LanguageRow& language_for(const std::string& policy, const LanguageOptions& options) {
    const LanguageRow* named = find_language(options.name);
    const bool has_inventory = !options.otterscript.inventory.empty();
    if (named == nullptr && policy.empty() && has_inventory) named = find_language("otterscript");
    if (named == nullptr && is_project(policy)) named = find_language("inmanta");
    if (named == nullptr && policy.empty()) named = &languages().front();
    return named != nullptr ? *named : language_of_file(languages(), policy, [&] {
        return options.standard_input ? *options.standard_input : beginning_of(policy);
    });
}

std::unique_ptr<Language>
make_language(const std::string& policy, const LanguageOptions& options, Personality personality) {
    if (!options.promise.empty()) return by_hand::make_language(options.promise);
    return language_for(policy, options).make(options, personality);
}

std::string model_entities(const Description& description) {
    std::string text;
    for (const PromiseTypeDescription& type : description.promise_types)
        text += inmanta::entity_text(type);
    return text;
}

} // namespace vow::agent
