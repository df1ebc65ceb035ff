#include "modules/files/creation.h"

#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

constexpr std::uint32_t new_file_mode = 0600;
constexpr std::uint32_t new_directory_mode = 0700;

bool is_directory(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string parent_of(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

/// The directories above `path` that are missing, outermost first.
std::vector<std::string> missing_parents(const std::string& path) {
    std::vector<std::string> missing;
    for (std::string parent = parent_of(path); !is_directory(parent) && parent != "/";
         parent = parent_of(parent)) {
        missing.insert(missing.begin(), parent);
    }
    return missing;
}

/// A new node has exactly the bits asked for, whatever the umask.
Creation with_mode(const std::string& path, std::uint32_t mode) {
    return chmod(path.c_str(), mode) == 0 ? Creation::done : Creation::not_done;
}

Creation make_plain(const std::string& path, std::uint32_t mode) {
    // O_EXCL also refuses a link that leads nowhere: its target is not for us to create.
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor < 0) return Creation::not_done;
    const bool set = fchmod(descriptor, mode) == 0;
    close(descriptor);
    return set ? Creation::done : Creation::not_done;
}

Creation make_fifo(const std::string& path, std::uint32_t mode) {
    return mkfifo(path.c_str(), mode) == 0 ? with_mode(path, mode) : Creation::not_done;
}

Creation make_directory(const std::string& path, std::uint32_t mode) {
    return mkdir(path.c_str(), mode) == 0 ? with_mode(path, mode) : Creation::not_done;
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

Creation create_directory(const FilePromise& file, Record& record) {
    const std::string& path = record.promise().promiser;
    if (!record.allows(text({"create directory '", path, "'"}))) return Creation::not_done;
    if (create_parents(file, file.path, record) == Creation::not_done) return Creation::not_done;
    if (make_directory(file.path, new_directory_mode) == Creation::not_done) {
        const int error = errno;
        record.failed_with(
            error,
            text({"Failed to create directory '", path, "' (mkdir: ", system_message(error), ")"})
        );
        return Creation::not_done;
    }
    record.repaired(text({"Created directory '", path, "'"}));
    return Creation::done;
}

} // namespace

Creation create_parents(const FilePromise&, const std::string& path, Record& record) {
    const std::vector<std::string> missing = missing_parents(path);
    if (missing.empty()) return Creation::done;
    for (const std::string& directory : missing) {
        const std::string change = text({"make directory '", directory, "' for '", path, "'"});
        if (!record.allows(change)) continue;
        if (make_directory(directory, new_directory_mode) == Creation::done) continue;
        const int error = errno;
        record.failed_with(
            error, text({"Failed to ", change, " (mkdir: ", system_message(error), ")"})
        );
        return Creation::not_done;
    }
    if (record.promise().terms.changes_allowed()) {
        record.repaired(text({"Created directory for '", path, "'"}));
    }
    return Creation::done;
}

Creation create(const FilePromise& file, Record& record) {
    if (file.kind == FilePromise::Kind::directory) return create_directory(file, record);
    if (create_parents(file, file.path, record) == Creation::not_done) return Creation::not_done;

    const std::uint32_t mode = file.mode_of_new(new_file_mode);
    const bool fifo = file.kind == FilePromise::Kind::fifo;
    const std::string change =
        fifo ? text({"create named pipe '", file.path, "', mode ", octal(mode)})
             : text({"create file '", file.path, "', mode '", octal(mode), "'"});
    if (!record.allows(change)) return Creation::not_done;
    const Creation made = fifo ? make_fifo(file.path, mode) : make_plain(file.path, mode);
    if (made == Creation::not_done) {
        tell_failure(file.path, mode, errno, record);
        return Creation::not_done;
    }
    const std::string_view what = fifo ? "Created named pipe '" : "Created file '";
    record.repaired(text({what, file.path, "', mode ", octal(mode)}));
    return Creation::done;
}

} // namespace vow::modules
