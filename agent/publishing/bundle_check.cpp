#include "agent/command_line/arguments.h"
#include "agent/languages.h"
#include "agent/publishing/commands.h"
#include "agent/publishing/release_fault.h"
#include "agent/run/run.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <system_error>
#include <vector>

namespace vow::agent {
namespace {

constexpr std::size_t policy_probe = 1 << 16;
/// Files with these suffixes can be data as well.
constexpr std::array<std::string_view, 3> data_suffixes = {".json", ".yaml", ".yml"};

bool has_suffix(std::string_view name, const LanguageRow& row) {
    return std::ranges::any_of(row.suffixes, [name](std::string_view suffix) {
        return name.ends_with(suffix);
    });
}

bool may_be_data(std::string_view name) {
    return std::ranges::any_of(data_suffixes, [name](std::string_view suffix) {
        return name.ends_with(suffix);
    });
}

std::string policy_beginning(const Place& place) {
    const auto file = place.open_file(Place::Access::read);
    return file ? read_all(*file, policy_probe).value_or("") : "";
}

bool is_policy(const Place& place) {
    return std::ranges::any_of(languages(), [&](const LanguageRow& row) {
        if (!has_suffix(place.name(), row)) return false;
        return !may_be_data(place.name()) || row.is_policy_text(policy_beginning(place));
    });
}

/// The policies in a folder, those of the folders further up first, and of each the usual entries.
class Policies {
public:
    std::vector<std::string> in(const OpenFolder& folder, const std::string& path) {
        add(folder, path);
        std::ranges::stable_sort(found_, {}, &rank_of);
        return std::move(found_);
    }

private:
    void add(const OpenFolder& folder, const std::string& path) {
        const auto names = names_in(folder);
        if (!names)
            throw ReleaseFault("'" + path + "': " + std::generic_category().message(names.error()));
        if (std::ranges::find(*names, "project.yml") != names->end()) {
            found_.push_back(path);
            return;
        }
        for (const std::string& name : *names) {
            const Place place(folder, name);
            const auto status = place.status();
            if (!status || name == ".git") continue;
            std::string inside = path;
            inside.append("/").append(name);
            if (S_ISREG(status->st_mode) && is_policy(place)) found_.push_back(inside);
            if (!S_ISDIR(status->st_mode)) continue;
            if (const auto opened = place.open_folder()) add(*opened, inside);
        }
    }

    static std::size_t rank_of(const std::string& path) {
        const auto depth = static_cast<std::size_t>(std::ranges::count(path, '/'));
        const std::string name = base_name_of(path);
        const bool is_entry = name.starts_with("main.") || name.starts_with("promises.");
        return 2 * depth + (is_entry ? 0 : 1);
    }

    std::vector<std::string> found_ = {};
};

Options options_for(const Options& options, const std::string& policy) {
    Options one = options;
    one.command = Options::Command::check;
    one.subject = policy;
    one.is_library = true; // another policy may read it, on hosts alone
    one.run.purpose = Purpose::check;
    one.run.run_programs = RunPrograms::no;
    one.run.start_modules = StartModules::yes;
    return one;
}

} // namespace

std::size_t
check_policies(const Options& options, const std::string& path, const OpenFolder& folder) {
    std::string top = path;
    while (top.size() > 1 && top.ends_with('/'))
        top.pop_back();
    const auto policies = Policies().in(folder, top);
    std::set<std::string> good;
    std::vector<std::string> bad;
    for (const std::string& policy : policies) {
        const std::string absolute = absolute_path(policy);
        if (good.contains(absolute)) continue;
        PolicyCheck checked = examine_policy(options_for(options, policy));
        if (checked.status >= ended_by_signal(0)) // the first signal ends a check in order
            throw ReleaseFault(
                static_cast<ExitStatus>(checked.status), "interrupted: nothing was added"
            );
        if (checked.status == 0) {
            good.insert(absolute);
            good.merge(checked.files);
        } else {
            bad.push_back(policy);
        }
    }
    // A file that was checked before the policy that reads it may have needed its other files.
    std::erase_if(bad, [&](const std::string& policy) {
        return good.contains(absolute_path(policy));
    });
    for (const std::string& policy : bad)
        check_policy(options_for(options, policy)); // prints its mistakes
    if (bad.empty()) return policies.size();
    throw ReleaseFault(
        ExitStatus::policy_errors,
        "nothing was added, as " + std::to_string(bad.size()) + " of " +
            std::to_string(policies.size()) +
            (policies.size() == 1 ? " policy has errors: " : " policies have errors: ") +
            joined(bad, ", ")
    );
}

} // namespace vow::agent
