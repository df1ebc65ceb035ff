#pragma once

#include "modules/packages/package_operation.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// Whether a promise about one package may remove others.
enum class OtherRemovals { allowed, refused };

/// As the promise has it (`removals`), else as the settings of the host have it.
OtherRemovals other_removals(const Settings& promise);

/// The packages that an operation changes besides the promised one: first announced by the dry run
/// of the package manager, then found in its lists. Borrows the record.
class SideEffects {
public:
    /// `promised` is the name of the promised package.
    SideEffects(Record& record, std::string promised, const PackagePreview& preview);

    /// The other packages that are to be removed: "'exim4', 'exim4-base'"; empty without any.
    std::string removed_names() const;
    /// Logs a warning for each; if the terms allow no changes, also adds them as needed changes.
    void announce();
    /// Adds each package that is gone as a change of its own, with a warning if it was not
    /// announced.
    void add_removed(const PackageList& before, const PackageList& after);
    /// Warns about versions that are new and were not announced.
    void warn_about_unannounced(const PackageList& before, const PackageList& after);

private:
    static bool is_announced(const PackageList& announced, const Package& package);
    Change removal_of(const Package& package) const;

    Record& record_;
    std::string promised_;
    PackageList installed_;
    PackageList removed_; ///< others than the promised one
};

/// Warns that a package module or method, named by `by`, cannot announce them: it has no dry run.
/// For a promise that may change nothing. The reference does not warn.
void warn_of_unknown_effects(Record& record, std::string_view by);

} // namespace vow::modules
