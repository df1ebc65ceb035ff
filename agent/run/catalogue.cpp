#include "agent/run/catalogue.h"

#include "agent/keepers/served_modules.h"
#include "policy/run/usage_error.h"
#include "protocol/system/trust.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <unistd.h>

namespace vow::agent {
namespace {

namespace fs = std::filesystem;

bool is_type_name(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
               (byte >= '0' && byte <= '9') || byte == '_';
    });
}

/// The files in a folder that can be started, sorted; absolute.
std::vector<fs::path> modules_in(const std::string& folder) {
    std::vector<fs::path> programs;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        std::error_code no_status;
        if (entry.is_regular_file(no_status) && ::access(entry.path().c_str(), X_OK) == 0)
            programs.push_back(fs::absolute(entry.path()));
    }
    if (error)
        throw UsageError("--modules-folder " + folder + ": cannot be read: " + error.message());
    std::ranges::sort(programs);
    return programs;
}

void add_programs(KnownTypes& types, const std::string& folder) {
    for (const fs::path& program : modules_in(folder)) {
        const std::string file = program.filename();
        const std::string name = file.substr(0, file.find('.'));
        if (!is_type_name(name)) continue;
        const PromiseType type{.name = name, .path = program};
        if (types.catalogue.add(type) == Catalogue::Added::yes) continue;
        types.warnings.push_back(
            "ignoring '" + type.path + "': another module keeps promises of type '" + name + "'"
        );
    }
}

} // namespace

KnownTypes known_types(const Options& options, const Trust& trust) {
    KnownTypes types;
    if (options.personality != Personality::vow) return types;
    for (const modules::BundledModule& module : modules::bundled_modules()) {
        const bool is_program = module.make == nullptr;
        PromiseType type{.name = std::string(module.name)};
        if (is_program) {
            if (const auto words = program_words(module); !words.empty()) {
                type.path = words.front();
                type.arguments.assign(words.begin() + 1, words.end());
            }
            std::ranges::copy(trust_arguments(trust), std::back_inserter(type.arguments));
        }
        types.catalogue.add(std::move(type));
    }
    for (const std::string& folder : options.modules_folders)
        add_programs(types, folder);
    return types;
}

} // namespace vow::agent
