#include "modules/files/creation.h"

#include "modules/files/file_steps.h"
#include "modules/files/named_file.h"
#include "modules/files/path.h"
#include "modules/files/permissions.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <optional>
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

namespace {

constexpr std::uint32_t new_file_mode = 0600;

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

/// Creates a file that has its content, owner and mode as soon as it has its name.
SystemResult<struct stat>
create_complete(const FilePromise& file, const Place& place, std::uint32_t mode) {
    using Result = SystemResult<struct stat>;
    auto fresh = Replacement::beside(place);
    struct stat made = {};
    if (!fresh) return Result::failed(fresh.error());
    if (::fstat(fresh->file().number(), &made) != 0) return Result::failed(errno);
    made.st_mode = S_IFREG | mode;
    FileAccess access = file.permissions ? access_to(*file.permissions, made) : FileAccess();
    access.mode = mode;
    const int error = commit_new(*fresh, file.first_content(), access);
    return error == 0 ? made : Result::failed(error);
}

std::optional<struct stat>
create_plain(const FilePromise& file, const NamedFile& named, Record& record, Log& log) {
    const auto fresh = with_parents(named, record);
    if (!fresh) return std::nullopt;
    const std::uint32_t mode = file.mode_of_new(new_file_mode);
    // A file whose text is saved next would stay empty if that were refused then.
    const bool has_text = file.edited && file.edited->whole;
    const std::string content = has_text ? file.edited->content : file.first_content();
    const std::string what = text({"create file '", file.path, "', mode '", octal(mode), "'"});
    if (!record.allows(
            content.empty() ? presence_change(what, file.path, ChangeAction::create)
                            : content_change(what, file.path, std::nullopt, content)
        ))
        return std::nullopt;
    if (!content.empty() && !is_valid(file, content, file.path, record, log)) return std::nullopt;
    const auto made = fresh->error() != 0 ? SystemResult<struct stat>::failed(fresh->error())
                                          : create_complete(file, fresh->place(), mode);
    if (!made) {
        log_creation_failure(file.path, mode, made.error(), record);
        return std::nullopt;
    }
    record.repaired(text({"Created file '", file.path, "', mode ", octal(mode)}));
    return *made;
}

bool create_fifo(const FilePromise& file, const NamedFile& named, Record& record) {
    const auto fresh = with_parents(named, record);
    if (!fresh) return false;
    const std::uint32_t mode = file.mode_of_new(new_file_mode);
    if (!record.allows(presence_change(
            text({"create named pipe '", file.path, "', mode ", octal(mode)}),
            file.path,
            ChangeAction::create
        )))
        return false;
    const int error = fresh->error() != 0 ? fresh->error() : fresh->place().make_fifo(mode);
    if (error != 0) {
        log_creation_failure(file.path, mode, error, record);
        return false;
    }
    record.repaired(text({"Created named pipe '", file.path, "', mode ", octal(mode)}));
    return true;
}

std::uint32_t mode_of_directory(const FilePromise& file, const Promise& promise) {
    const std::uint32_t usual = mode_of_new_directory(promise);
    if (!file.permissions || !file.permissions->mode) return usual;
    struct stat fresh = {};
    fresh.st_mode = S_IFDIR | usual;
    return promised_mode(*file.permissions, fresh);
}

} // namespace

std::optional<struct stat>
create(const FilePromise& file, const NamedFile& named, Record& record, Log& log) {
    if (file.kind == FilePromise::Kind::plain) return create_plain(file, named, record, log);
    const bool done =
        file.kind == FilePromise::Kind::directory
            ? make_directory_tree(file.path, mode_of_directory(file, record.promise()), record)
            : create_fifo(file, named, record);
    const auto status = NamedFile(file.path).status();
    if (!done || !status) return std::nullopt;
    struct stat made = *status;
    if (file.kind == FilePromise::Kind::directory && acts_as_reference())
        made.st_mode = S_IFDIR | mode_of_new_directory(record.promise());
    return made;
}

} // namespace vow::modules
