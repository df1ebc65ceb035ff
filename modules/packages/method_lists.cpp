#include "modules/packages/method_lists.h"

#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/number.h"
#include "protocol/text/text.h"

#include <chrono>

namespace vow::modules {
namespace {

constexpr auto kind = StoredPackageList::Kind::installed_by_method;
constexpr const char* update_space = "package_list_update"; ///< times, by program
constexpr std::chrono::minutes usual_update_interval = std::chrono::hours(24);

/// The program of a command line, without what `env` sets for it and without its folder.
std::string package_manager_in(const std::string& line) {
    const auto words = words_of(line);
    std::size_t index = 0;
    if (!words.empty() && words.front().ends_with("/env")) {
        ++index;
        while (index < words.size() && words[index].find('=') != std::string::npos)
            ++index;
    }
    if (index >= words.size()) return {};
    return words[index].substr(words[index].rfind('/') + 1);
}

} // namespace

MethodLists::MethodLists(
    const PackageMethod& method,
    PackageCommands& commands,
    KnownPackages& known,
    Record& record,
    Log& log
)
    : method_(method),
      commands_(commands),
      known_(known),
      record_(record),
      log_(log) {}

const PackageList* MethodLists::installed() {
    const std::string line = method_.value("package_list_command");
    if (const auto known = known_.find(line); known != known_.end()) return &known->second;
    if (line.empty()) return &(known_[line] = {});
    if (auto packages = stored(line)) return &(known_[line] = *std::move(packages));
    auto packages = listed_by(line);
    if (!packages) return nullptr;
    if (Documents* documents = log_.documents()) {
        store_packages(
            *documents,
            kind,
            line,
            {.method = package_manager_in(line),
             .listed = StoredPackageList::now(),
             .packages = *packages}
        );
    }
    return &(known_[line] = *std::move(packages));
}

/// A stored list that the body allows to be used.
std::optional<PackageList> MethodLists::stored(const std::string& line) const {
    const auto usable = method_.minutes("package_list_update_ifelapsed");
    Documents* documents = log_.documents();
    if (!documents || !usable) return {};
    auto list = stored_packages(*documents, kind, line);
    if (!list || list->age() >= *usable) return {};
    return std::move(list->packages);
}

std::optional<PackageList> MethodLists::listed_by(const std::string& line) {
    if (!commands_.can_run(line)) {
        record_.failed(text({"The proposed package list command '", line, "' was not executable"}));
        return {};
    }
    update();
    const ToolRun ran = commands_.run(line);
    if (!ran.succeeded || !ran.is_whole) {
        const bool has_reason = !ran.problem.empty() && !acts_as_reference();
        record_.log(
            LogLevel::error,
            text(
                {"Could not get list of installed packages",
                 has_reason ? ": " : "",
                 has_reason ? ran.problem : ""}
            )
        );
        record_.failed("Unable to obtain a list of installed packages - aborting");
        return {};
    }
    return method_.installed_in(ran.output, default_architecture());
}

/// Runs `package_list_update_command` if its last run is long enough ago.
void MethodLists::update() {
    const std::string line = method_.value("package_list_update_command");
    if (line.empty() || !record_.promise().terms.changes_allowed()) return;
    const std::string program = package_manager_in(method_.value("package_add_command"));
    Documents* documents = log_.documents();
    if (documents) {
        const auto time = documents->document(update_space, program);
        const auto seconds = time ? integer_from(time->text()).value_or(0) : 0;
        const auto elapsed =
            StoredPackageList::now() - StoredPackageList::Time(std::chrono::seconds(seconds));
        const auto interval = method_.minutes("package_list_update_ifelapsed");
        if (elapsed < interval.value_or(usual_update_interval)) return;
    }
    log_.verbose(text({"Calling package list update command: '", line, "'"}));
    if (const ToolRun ran = commands_.run(line); !ran.succeeded) {
        log_.warning(
            text({"The command '", line, "' did not update the list of packages: ", ran.problem})
        );
    }
    if (!documents) return;
    documents->put(
        update_space, program, Data::integer(StoredPackageList::now().time_since_epoch().count())
    );
}

std::string MethodLists::default_architecture() {
    const std::string line = method_.value("package_default_arch_command");
    if (line.empty()) return "default";
    const ToolRun ran = commands_.run(line);
    return ran.output.substr(0, ran.output.find('\n'));
}

std::optional<PackageList> MethodLists::available_patches() {
    const std::string line = method_.value("package_patch_list_command");
    if (line.empty()) return PackageList();
    if (!commands_.can_run(line)) {
        record_.failed(text({"The proposed patch list command '", line, "' was not executable"}));
        return {};
    }
    const ToolRun ran = commands_.run(line);
    if (!ran.succeeded || !ran.is_whole) {
        record_.failed(text({"Unable to read list of patches from command '", line, "'"}));
        return {};
    }
    return method_.patches_in(ran.output, default_architecture());
}

void MethodLists::expire() {
    known_.clear();
    if (Documents* documents = log_.documents()) expire_packages(*documents, kind);
}

} // namespace vow::modules
