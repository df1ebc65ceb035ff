#include "modules/files/new_directories.h"

#include "modules/files/named_file.h"
#include "modules/files/path.h"
#include "modules/files/permissions.h"
#include "modules/sdk/cpp/text.h"

#include <string>
#include <vector>

namespace vow::modules {

namespace {

constexpr std::uint32_t usual_directory_mode = 0700;

bool is_directory(const std::string& path) {
    return NamedFile(joined(path, ".")).error() == 0; // a place needs its folder open
}

/// The missing directories above `path`, outermost first.
std::vector<std::string> missing_parents(const std::string& path) {
    std::vector<std::string> missing;
    for (std::string parent = parent_of(path); !is_directory(parent) && parent != "/";
         parent = parent_of(parent)) {
        missing.insert(missing.begin(), parent);
    }
    return missing;
}

/// Returns 0 or an errno.
int make_directory(const std::string& path, std::uint32_t mode) {
    const NamedFile directory(path);
    return directory.error() != 0 ? directory.error() : directory.place().make_folder(mode);
}

/// Creates the missing directories above a path. In a dry run it warns of each.
enum class Parents { missing, present, created };

Parents create_parents(const std::string& path, Record& record) {
    const std::uint32_t mode = mode_of_new_directory(record.promise());
    Parents parents = Parents::present;
    for (const std::string& directory : missing_parents(path)) {
        const std::string change = text({"make directory '", directory, "' for '", path, "'"});
        if (!record.allows(presence_change(change, directory, ChangeAction::create))) continue;
        if (const int error = make_directory(directory, mode); error != 0) {
            record.failed_with(
                error, text({"Failed to ", change, " (mkdir: ", path_error(directory, error), ")"})
            );
            return Parents::missing;
        }
        parents = Parents::created;
    }
    return parents;
}

} // namespace

std::uint32_t mode_of_new_directory(const Promise& promise) {
    const std::string* words = promise.attributes.text("directory_mode");
    const auto change = words ? mode_change_from(*words) : std::nullopt;
    return change ? change->applied_to(usual_directory_mode) : usual_directory_mode;
}

bool make_parents(const std::string& path, std::string_view done, Record& record) {
    const Parents parents = create_parents(path, record);
    if (parents == Parents::created) record.repaired(done);
    return parents != Parents::missing;
}

bool make_directory_tree(const std::string& path, std::uint32_t mode, Record& record) {
    const std::string shown = path + "/.";
    const bool may_change = record.promise().terms.changes_allowed();
    if (may_change && create_parents(path, record) == Parents::missing) return false;
    if (!record.allows(
            presence_change(text({"create directory '", shown, "'"}), path, ChangeAction::create)
        ))
        return false;
    if (const int error = make_directory(path, mode); error != 0) {
        const std::string why = text({"' (mkdir: ", path_error(path, error), ")"});
        record.failed_with(error, text({"Failed to create directory '", shown, why}));
        return false;
    }
    record.repaired(text({"Created directory '", shown, "', mode ", octal(mode)}));
    return true;
}

} // namespace vow::modules
