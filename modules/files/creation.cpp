#include "modules/files/creation.h"

#include "modules/files/file_text.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <vector>

#include <sys/stat.h>

namespace vow::modules {

namespace {

constexpr std::uint32_t new_file_mode = 0600;

bool is_directory(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
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

bool make_fifo(const std::string& path, std::uint32_t mode) {
    return mkfifo(path.c_str(), mode) == 0 && chmod(path.c_str(), mode) == 0;
}

void tell_failure(const std::string& path, std::uint32_t mode, int error, Record& record) {
    std::string why = text({"(open: ", system_message(error), ")"});
    if (error == EEXIST) {
        why = text(
            {"(open: '",
             system_message(error),
             "'). Most likely a dangling symlink is in the "
             "way. Refusing to create the target file of dangling symlink (security risk)."}
        );
    }
    record.failed_with(
        error, text({"Error creating file '", path, "', mode '", octal(mode), "'. ", why})
    );
}

bool create_plain(const FilePromise& file, Record& record) {
    if (!make_parents(file.path, text({"Created directory for '", file.path, "'"}), record))
        return false;
    const std::uint32_t mode = file.mode_of_new(new_file_mode);
    if (!record.allows(text({"create file '", file.path, "', mode '", octal(mode), "'"})))
        return false;
    const int error = create_file(file.path, file.first_content(), mode);
    if (error != 0) {
        tell_failure(file.path, mode, error, record);
        return false;
    }
    record.repaired(text({"Created file '", file.path, "', mode ", octal(mode)}));
    return true;
}

bool create_fifo(const FilePromise& file, Record& record) {
    if (!make_parents(file.path, text({"Created directory for '", file.path, "'"}), record))
        return false;
    const std::uint32_t mode = file.mode_of_new(new_file_mode);
    if (!record.allows(text({"create named pipe '", file.path, "', mode ", octal(mode)})))
        return false;
    if (!make_fifo(file.path, mode)) {
        tell_failure(file.path, mode, errno, record);
        return false;
    }
    record.repaired(text({"Created named pipe '", file.path, "', mode ", octal(mode)}));
    return true;
}

} // namespace

bool make_directory(const std::string& path, std::uint32_t mode) {
    return mkdir(path.c_str(), mode) == 0 && chmod(path.c_str(), mode) == 0;
}

bool make_parents(const std::string& path, std::string_view done, Record& record) {
    const std::vector<std::string> missing = missing_parents(path);
    if (missing.empty()) return true;
    for (const std::string& directory : missing) {
        const std::string change = text({"make directory '", directory, "' for '", path, "'"});
        if (!record.allows(change) || make_directory(directory)) continue;
        const int error = errno;
        record.failed_with(
            error, text({"Failed to ", change, " (mkdir: ", system_message(error), ")"})
        );
        return false;
    }
    if (record.promise().terms.changes_allowed()) record.repaired(done);
    return true;
}

bool make_directory_tree(const std::string& path, Record& record) {
    const std::string shown = path + "/.";
    if (!record.allows(text({"create directory '", shown, "'"}))) return false;
    if (!make_parents(path, text({"Created directory for '", path, "'"}), record)) return false;
    if (!make_directory(path)) {
        const int error = errno;
        record.failed_with(
            error,
            text({"Failed to create directory '", shown, "' (mkdir: ", system_message(error), ")"})
        );
        return false;
    }
    record.repaired(text({"Created directory '", shown, "'"}));
    return true;
}

bool create(const FilePromise& file, Record& record) {
    switch (file.kind) {
    case FilePromise::Kind::directory: return make_directory_tree(file.path, record);
    case FilePromise::Kind::fifo: return create_fifo(file, record);
    case FilePromise::Kind::plain: return create_plain(file, record);
    }
    return false;
}

} // namespace vow::modules
