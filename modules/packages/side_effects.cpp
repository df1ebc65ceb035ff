#include "modules/packages/side_effects.h"

#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>
#include <cstdlib>

namespace vow::modules {
namespace {

/// Null if it is not there in any version.
const Package* find_same(const PackageList& packages, const Package& package) {
    const auto found = std::ranges::find_if(packages, [&](const Package& each) {
        return each.name == package.name && each.architecture == package.architecture;
    });
    return found == packages.end() ? nullptr : &*found;
}

} // namespace

OtherRemovals other_removals(const Settings& promise) {
    const char* of_host = std::getenv("VOW_REMOVALS"); // from the settings of the host
    const bool is_refused_by_host = of_host != nullptr && std::string_view(of_host) == "false";
    const bool is_allowed = promise.has("removals") ? promise.holds("removals") : true;
    return is_allowed && !is_refused_by_host ? OtherRemovals::allowed : OtherRemovals::refused;
}

SideEffects::SideEffects(Record& record, std::string promised, const PackagePreview& preview)
    : record_(record),
      promised_(std::move(promised)),
      installed_(preview.installed),
      removed_(preview.removed) {
    std::erase_if(removed_, [&](const Package& package) { return package.name == promised_; });
}

std::string SideEffects::removed_names() const {
    std::string names;
    for (const Package& package : removed_)
        names += (names.empty() ? "'" : ", '") + package.name + "'";
    return names;
}

Change SideEffects::removal_of(const Package& package) const {
    return {
        .what = text({"remove package '", package.name, "' because of '", promised_, "'"}),
        .before = package.version,
        .action = ChangeAction::remove};
}

void SideEffects::announce() {
    for (const Package& package : removed_) {
        if (!record_.promise().terms.changes_allowed()) {
            record_.allows(removal_of(package));
            continue;
        }
        record_.log(
            LogLevel::warning,
            text(
                {"Package '",
                 package.name,
                 "' ",
                 package.version,
                 " will be removed because of '",
                 promised_,
                 "'"}
            )
        );
    }
}

void SideEffects::add_removed(const PackageList& before, const PackageList& after) {
    for (const Package& package : before) {
        if (package.name == promised_ || find_same(after, package) != nullptr) continue;
        if (!is_announced(removed_, package)) {
            record_.log(
                LogLevel::warning,
                text(
                    {"Package '",
                     package.name,
                     "' was removed, which the package manager did not announce"}
                )
            );
        }
        if (record_.allows(removal_of(package)))
            record_.repaired(text(
                {"Removed package '",
                 package.name,
                 "' ",
                 package.version,
                 " because of '",
                 promised_,
                 "'"}
            ));
    }
}

void SideEffects::warn_about_unannounced(const PackageList& before, const PackageList& after) {
    for (const Package& package : after) {
        const Package* same = find_same(before, package);
        const bool is_unchanged = same != nullptr && same->version == package.version;
        if (is_unchanged || package.name == promised_ || is_announced(installed_, package))
            continue;
        record_.log(
            LogLevel::warning,
            text(
                {"Package '",
                 package.name,
                 "' has now version ",
                 package.version,
                 ", which the package manager did not announce"}
            )
        );
    }
}

bool SideEffects::is_announced(const PackageList& announced, const Package& package) {
    return std::ranges::find(announced, package.name, &Package::name) != announced.end();
}

void warn_of_unknown_effects(Record& record, std::string_view by) {
    if (acts_as_reference()) return;
    record.log(
        LogLevel::warning,
        text(
            {"Cannot name the other packages that would change for '",
             record.promise().promiser,
             "': ",
             by,
             " has no dry run"}
        )
    );
}

} // namespace vow::modules
