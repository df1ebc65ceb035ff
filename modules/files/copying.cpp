#include "modules/files/copied_file.h"
#include "modules/files/creation.h"
#include "modules/files/named_file.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>
#include <cerrno>
#include <vector>

namespace vow::modules {

namespace {

/// A directory and its copy, recursively.
class CopiedTree {
public:
    CopiedTree(
        const FilePromise& file, dev_t device, CopyHistory& history, Record& record, Log& log
    )
        : file_(file),
          copy_(*file.copy),
          device_(device),
          history_(history),
          record_(record),
          log_(log) {}

    /// Both folders stay open, so that a link put in their place later has no effect.
    void visit(const NamedFile& from, const NamedFile& to, std::int64_t depth) {
        if (depth <= 0)
            return record_.failed(text({"Maximum recursion level reached at '", from.path(), "'"}));
        if (is_too_deep(from.path())) return record_.failed(deep_folder(from.path()));
        const auto source = from.resolved().open_folder();
        const auto names = source ? names_in(*source)
                                  : SystemResult<std::vector<std::string>>::failed(source.error());
        // If the source directory cannot be read, nothing may be purged.
        if (!names) return fail(names.error(), from, "' for copying");
        const auto copy = to.resolved().open_folder();
        if (!copy) return fail(copy.error(), to, "' to copy to");
        for (const std::string& name : *names) {
            if (log_.is_stopped()) return;
            visit_entry(from.in(*source, name), to, to.in(*copy, name), depth);
        }
        if (copy_.purge) purge(to, *copy, *names);
    }

private:
    void fail(int error, const NamedFile& directory, std::string_view purpose) {
        std::string words = text({"Can't open directory '", directory.path(), purpose});
        if (error == ENOLINK) words += ": " + path_error(directory.path(), error);
        record_.failed_with(error, words);
    }

    void visit_entry(
        const NamedFile& from, const NamedFile& above, const NamedFile& to, std::int64_t depth
    ) {
        auto status = from.status();
        if (status && file_.skipped.has(from.path(), *status, record_)) return;
        if (status && S_ISLNK(status->st_mode) && !copy_.links) status = from.target_status();
        if (!status) return;
        if (file_.search && file_.search->is_beyond(*status, device_)) return;
        if (!S_ISDIR(status->st_mode)) {
            keep_file_copied(file_, from, *status, to, history_, record_, log_);
            return;
        }
        if (file_.search && !file_.search->admits(from.path())) return;
        if (copy_.flat) return visit(from, above, depth - 1);
        if (keep_directory(*status, to)) visit(from, to, depth - 1);
    }

    bool keep_directory(const struct stat& source, const NamedFile& to) {
        const std::string& path = to.path();
        const auto present = to.target_status();
        if (!present && present.error() == ENOLINK) {
            record_.failed(path_error(path, ENOLINK));
            return false;
        }
        if (!present) {
            if (!record_.allows(presence_change(
                    text({"create directory '", path, "'"}), path, ChangeAction::create
                )))
                return false;
            if (const int error = to.place().make_folder(mode_of_new_directory(record_.promise()));
                error != 0) {
                record_.failed_with(
                    error,
                    text({"Can't make directory '", path, "'. (mkdir: ", system_message(error), ")"}
                    )
                );
                return false;
            }
            record_.repaired(text({"Created directory '", path, "'"}));
        }
        keep_permissions(copied_permissions(file_, source), to, {}, record_);
        return true;
    }

    void purge(
        const NamedFile& directory, const OpenFolder& open, const std::vector<std::string>& wanted
    ) {
        if (normal(directory.path()) == "/") {
            record_.failed(text({"Purge of '", directory.path(), "' denied - too dangerous!"}));
            return;
        }
        const auto names = names_in(open);
        if (!names) return fail(names.error(), directory, "' to purge it");
        for (const std::string& name : *names) {
            if (SkippedNames::has_always(name)) continue;
            if (!std::ranges::binary_search(wanted, name)) purge_entry(directory.in(open, name));
        }
    }

    void purge_entry(const NamedFile& entry) {
        const std::string& path = entry.path();
        if (!record_.allows(presence_change(
                text({"purge '", path, "' from copy dest directory"}), path, ChangeAction::remove
            )))
            return;
        const auto status = entry.status();
        const int error = entry.place().remove_tree();
        if (error != 0) {
            record_.failed_with(error, text({"Couldn't delete '", path, "' while purging"}));
        } else if (status && S_ISDIR(status->st_mode)) {
            record_.repaired(text({"Purged directory '", path, "' in copy dest directory"}));
        } else {
            record_.repaired(text({"Purged '", path, "' copy dest directory"}));
        }
    }

    const FilePromise& file_;
    const CopySource& copy_;
    dev_t device_;
    CopyHistory& history_;
    Record& record_;
    Log& log_;
};

void keep_directory_copied(
    const FilePromise& file,
    const struct stat& source,
    CopyHistory& history,
    Record& record,
    Log& log
) {
    // The directory itself has to be created, too.
    if (!make_parents(
            joined(file.path, "."),
            text({"Created parent directory for '", record.promise().promiser, "'"}),
            record
        ))
        return;
    NamedFile target(file.path);
    const auto present = target.status();
    if (!present) return; // in a dry run
    if (S_ISLNK(present->st_mode)) {
        if (!is_writable_as_file(target, file.obstructions, record)) return;
        if (target.is_there()) {
            record.failed(text(
                {"Path '",
                 file.path,
                 "' is a symlink. Unable to move it aside "
                 "without move_obstructions is set"}
            ));
            return;
        }
        const std::uint32_t mode = mode_of_new_directory(record.promise());
        if (!make_directory_tree(file.path, mode, record)) return;
    }
    const std::int64_t depth = file.search ? file.search->depth : 0;
    // Messages have the paths as the policy joins them: "/copy/./file".
    const NamedFile shown(record.promise().promiser, target.place());
    CopiedTree(file, source.st_dev, history, record, log)
        .visit(NamedFile(file.copy->source), shown, depth);
    if (file.copy->check_root)
        keep_permissions(copied_permissions(file, source), shown, {}, record);
}

/// In the words of the reference agent for servers that do not answer.
void fail_remote(const FilePromise& file, Record& record) {
    for (const std::string& server : file.copy->servers) {
        record.log(
            LogLevel::info,
            text(
                {"Unable to establish connection to '",
                 server,
                 "': copies from other hosts are not supported"}
            )
        );
    }
    record.failed(text({"No suitable server found for '", file.path, "'"}));
}

} // namespace

void keep_copied(const FilePromise& file, CopyHistory& history, Record& record, Log& log) {
    if (!file.copy->is_local()) return fail_remote(file, record);
    const std::string& path = file.copy->source;
    const NamedFile source(path);
    const auto status = source.target_status();
    if (!status) {
        const std::string missing = text({"Can't stat file '", path, "' on 'localhost' "});
        if (status.error() == ENOLINK) {
            record.failed(path_error(path, ENOLINK));
        } else if (file.copy->missing_ok) {
            record.kept(text(
                {missing, "but promise is kept because of 'missing_ok' in files.copy_from promise"}
            ));
        } else {
            record.failed(missing + "in files.copy_from promise");
        }
        return;
    }
    if (S_ISDIR(status->st_mode)) return keep_directory_copied(file, *status, history, record, log);
    const auto itself = file.copy->links ? source.status() : status;
    if (itself) keep_file_copied(file, source, *itself, NamedFile(file.path), history, record, log);
}

} // namespace vow::modules
