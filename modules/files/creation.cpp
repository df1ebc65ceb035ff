#include "modules/files/creation.h"

#include "modules/files/path.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <optional>
#include <vector>

namespace vow::modules {

namespace {

constexpr std::uint32_t new_file_mode = 0600;

bool is_directory(const std::string& path) {
    return NamedFile(joined(path, ".")).error() == 0; // a place needs its folder open
}

/// Creates a directory for the running user alone. Returns 0 or an errno.
int make_directory(const std::string& path) {
    const NamedFile directory(path);
    return directory.error() != 0 ? directory.error() : directory.place().make_folder(0700);
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

void log_creation_failure(const std::string& path, std::uint32_t mode, int error, Record& record) {
    std::string why = text({"(open: ", path_error(path, error), ")"});
    const auto present = NamedFile(path).status();
    if (error == EEXIST && present && S_ISLNK(present->st_mode)) {
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

/// The file after its missing parents are created; nullopt if they cannot be.
std::optional<NamedFile> with_parents(const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    if (file.error() == 0) return file;
    if (!make_parents(path, text({"Created directory for '", path, "'"}), record))
        return std::nullopt;
    return NamedFile(path);
}

bool create_plain(const FilePromise& file, const NamedFile& named, Record& record) {
    const auto fresh = with_parents(named, record);
    if (!fresh) return false;
    const std::uint32_t mode = file.mode_of_new(new_file_mode);
    if (!record.allows(text({"create file '", file.path, "', mode '", octal(mode), "'"})))
        return false;
    const int error = fresh->error() != 0
                          ? fresh->error()
                          : create_file(fresh->place(), file.first_content(), {.mode = mode});
    if (error != 0) {
        log_creation_failure(file.path, mode, error, record);
        return false;
    }
    record.repaired(text({"Created file '", file.path, "', mode ", octal(mode)}));
    return true;
}

bool create_fifo(const FilePromise& file, const NamedFile& named, Record& record) {
    const auto fresh = with_parents(named, record);
    if (!fresh) return false;
    const std::uint32_t mode = file.mode_of_new(new_file_mode);
    if (!record.allows(text({"create named pipe '", file.path, "', mode ", octal(mode)})))
        return false;
    const int error = fresh->error() != 0 ? fresh->error() : fresh->place().make_fifo(mode);
    if (error != 0) {
        log_creation_failure(file.path, mode, error, record);
        return false;
    }
    record.repaired(text({"Created named pipe '", file.path, "', mode ", octal(mode)}));
    return true;
}

} // namespace

bool make_parents(const std::string& path, std::string_view done, Record& record) {
    const std::vector<std::string> missing = missing_parents(path);
    if (missing.empty()) return true;
    for (const std::string& directory : missing) {
        const std::string change = text({"make directory '", directory, "' for '", path, "'"});
        const int error = record.allows(change) ? make_directory(directory) : 0;
        if (error == 0) continue;
        record.failed_with(
            error, text({"Failed to ", change, " (mkdir: ", path_error(directory, error), ")"})
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
    if (const int error = make_directory(path); error != 0) {
        const std::string why = text({"' (mkdir: ", path_error(path, error), ")"});
        record.failed_with(error, text({"Failed to create directory '", shown, why}));
        return false;
    }
    record.repaired(text({"Created directory '", shown, "'"}));
    return true;
}

bool create(const FilePromise& file, const NamedFile& named, Record& record) {
    switch (file.kind) {
    case FilePromise::Kind::directory: return make_directory_tree(file.path, record);
    case FilePromise::Kind::fifo: return create_fifo(file, named, record);
    case FilePromise::Kind::plain: return create_plain(file, named, record);
    }
    return false;
}

} // namespace vow::modules
