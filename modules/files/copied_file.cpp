#include "modules/files/copied_file.h"

#include "modules/files/creation.h"
#include "modules/files/linking.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/system/accounts.h"
#include "protocol/system/path_walk.h"
#include "protocol/text/text.h"

#include <cerrno>

#include <unistd.h>

namespace vow::modules {

namespace {

using Compare = CopySource::Compare;

bool is_newer(const timespec& left, const timespec& right) {
    return left.tv_sec > right.tv_sec;
}

/// One file and its copy.
class CopiedFile {
public:
    CopiedFile(
        const FilePromise& file,
        const NamedFile& from,
        const struct stat& source,
        const NamedFile& to,
        CopyHistory& history,
        Record& record,
        Log& log
    )
        : file_(file),
          copy_(*file.copy),
          from_file_(from),
          from_(from.path()),
          source_(source),
          to_file_(to),
          to_(to.path()),
          history_(history),
          record_(record),
          log_(log) {}

    void keep() {
        if (from_ == to_) {
            record_.kept(text({"File copy promise loop: file/dir '", from_, "' is its own source"})
            );
            return;
        }
        if (file_.selection && !file_.selection->selects(from_file_, source_, record_, log_)) {
            record_.kept(text({"Skipping non-selected file '", from_, "'"}));
            return;
        }
        if (history_.has(to_)) {
            record_.kept(text({"Skipping single-copied file '", to_, "'"}));
            return;
        }
        const std::string_view leaf = leaf_of(from_);
        const bool followed = copy_.followed.any_matches(leaf);
        if (copy_.linked.any_matches(leaf) && !followed) return link_to(from_);
        if (S_ISLNK(source_.st_mode)) {
            if (copy_.links && !followed) return copy_link();
            from_file_ = from_file_.resolved();
            const auto target = from_file_.status();
            if (!target) {
                const bool is_refused = target.error() == ENOLINK;
                record_.failed(
                    is_refused ? path_error(from_, ENOLINK)
                               : text({"Can't stat '", from_, "' in verify copy"})
                );
                return;
            }
            source_ = *target;
        }
        if (copy_.size &&
            (source_.st_size < copy_.size->least || source_.st_size > copy_.size->most)) {
            record_.kept(text(
                {"Source file '", from_, "' size is not in the permitted safety range, skipping"}
            ));
            return;
        }
        keep_plain();
    }

private:
    /// A link in the source becomes a link in the copy.
    void copy_link() {
        if (const auto present = to_file_.status();
            copy_.type_check && present && !S_ISLNK(present->st_mode)) {
            return refuse_type();
        }
        const auto target = from_file_.place().link_target();
        if (!target) {
            record_.failed_with(target.error(), text({"Can't read link '", from_, "'"}));
            return;
        }
        if (is_planted(source_) && !leads_below(*target)) {
            const std::string owner = std::to_string(source_.st_uid);
            record_.warned(text(
                {"Symlink '",
                 from_,
                 "' is not copied: it belongs to user ",
                 user_name(source_.st_uid).value_or(owner),
                 ", and may lead out of its folder, to '",
                 *target,
                 "'. Copy its target, or give the link to root: chown -h 0:0 ",
                 from_}
            ));
            return;
        }
        std::string words = *target;
        if (copy_.links == LinkSource::Type::absolute) words = joined(parent_of(from_), words);
        link_to(words);
    }

    void link_to(const std::string& target) {
        LinkSource link;
        link.source = target;
        link.type = copy_.links.value_or(LinkSource::Type::symlink);
        link.missing = LinkSource::Missing::force;
        keep_linked(link, target, to_file_, file_.obstructions, record_);
    }

    void keep_plain() {
        if (!remove_link_in_the_way()) return;
        const auto found = to_file_.status();
        if (!found) return create();
        const struct stat& present = *found;
        if (copy_.compare == Compare::exists && !copy_.force) {
            record_.kept("Existence only is promised, no copying required");
            return;
        }
        const bool same_type = (present.st_mode & S_IFMT) == (source_.st_mode & S_IFMT);
        if (!same_type && (copy_.type_check || S_ISDIR(present.st_mode))) {
            return refuse_type();
        }
        if (copy_.force || !same_type || differs(present)) return update(present);
        keep_permissions(permissions(), to_file_, {}, record_);
        if (copy_.once.any_matches(to_)) history_.add(to_);
        record_.kept(text({"File '", to_, "' is an up to date copy of source"}));
    }

    bool remove_link_in_the_way() {
        const auto present = to_file_.status();
        if (!present || !S_ISLNK(present->st_mode)) return true;
        if (copy_.type_check) {
            record_.failed("File image exists but destination type is silly "
                           "(file/dir/link doesn't match)");
            return false;
        }
        if (!record_.allows(presence_change(
                text({"remove old symbolic link '", to_, "' to make way for copy"}),
                to_,
                ChangeAction::remove
            ))) {
            return false;
        }
        if (const int error = to_file_.place().unlink(); error != 0) {
            record_.failed_with(
                error,
                text({"Couldn't remove link '", to_, "'. (unlink: ", system_message(error), ")"})
            );
            return false;
        }
        record_.repaired(text({"Removing old symbolic link '", to_, "' to make way for copy"}));
        return true;
    }

    void refuse_type() {
        record_.failed(text(
            {"Promised file copy ", to_, " exists but type mismatch with source '", from_, "'"}
        ));
    }

    bool differs(const struct stat& present) const {
        const bool comparable = S_ISREG(present.st_mode) && S_ISREG(source_.st_mode);
        if (copy_.compare == Compare::content && comparable) {
            if (present.st_size != source_.st_size) return true;
            const auto from = FileRevision::read(from_file_.place());
            const auto to = FileRevision::read(to_file_.place());
            return !from || !to || from->text != to->text;
        }
        const bool modified = is_newer(source_.st_mtim, present.st_mtim);
        if (copy_.compare == Compare::modified) return modified;
        return modified || is_newer(source_.st_ctim, present.st_ctim);
    }

    void create() {
        if (!make_parents(to_, text({"Created parent directory for '", to_, "'"}), record_)) return;
        if (S_ISFIFO(source_.st_mode)) return create_fifo();
        if (!S_ISREG(source_.st_mode)) {
            record_.failed(text({"'", from_, "' is neither a file, a link nor a fifo: not copied"})
            );
            return;
        }
        if (!record_.allows(change_of(text({"copy '", to_, "' to '", from_, "'"}), std::nullopt)))
            return;
        if (to_file_.error() != 0) to_file_ = NamedFile(to_);
        if (!install(0600, nullptr)) {
            record_.failed(text({"Copy from 'localhost:", from_, "' failed"}));
            return;
        }
        keep_permissions(permissions(), to_file_, status_of_preserved(), record_);
        record_.repaired(text({"Updated file '", to_, "' from 'localhost:", from_, "'"}));
        note_copy();
    }

    static SystemResult<FileRevision> revision_of(const NamedFile& file) {
        const NamedFile target = file.resolved();
        if (target.error() != 0) return SystemResult<FileRevision>::failed(target.error());
        return FileRevision::read(target.place());
    }

    static bool is_compared(const struct stat& status) {
        constexpr off_t max_compared = off_t{1} << 20U;
        return S_ISREG(status.st_mode) && status.st_size <= max_compared;
    }

    /// With the texts of both, unless one is large.
    Change change_of(std::string what, const std::optional<struct stat>& present) const {
        if (is_compared(source_) && (!present || is_compared(*present))) {
            const auto after = revision_of(from_file_);
            if (after && !present)
                return content_change(std::move(what), to_, std::nullopt, after->text);
            if (after) {
                if (const auto before = revision_of(to_file_))
                    return content_change(std::move(what), to_, before->text, after->text);
            }
        }
        const auto action = present ? ChangeAction::update : ChangeAction::create;
        Change change = presence_change(std::move(what), to_, action);
        change.field = "content";
        return change;
    }

    void create_fifo() {
        if (!record_.allows(
                presence_change(text({"create FIFO '", to_, "'"}), to_, ChangeAction::create)
            ))
            return;
        const NamedFile fresh(to_);
        const mode_t mode = source_.st_mode & 07777U;
        const int error = fresh.error() != 0 ? fresh.error() : fresh.place().make_fifo(mode);
        if (error != 0) {
            record_.failed_with(
                error,
                text({"Cannot create fifo '", to_, "'. (mkfifo: ", system_message(error), ")"})
            );
            return;
        }
        record_.repaired(text({"Created fifo '", to_, "'"}));
    }

    void update(struct stat present) {
        present.st_mode &= ~mode_t{07000}; // of the copy
        const std::string change = text({"'", to_, "' from '", from_, "' on 'localhost'"});
        if (!record_.allows(change_of("update file " + change, present))) return;
        if (!install(present.st_mode & 0777U, &present)) {
            record_.failed(text({"Was not able to copy '", from_, "' on 'localhost' to '", to_, "'"}
            ));
            return;
        }
        record_.repaired(text({"Updated '", to_, "' from source '", from_, "' on 'localhost'"}));
        note_copy();
        const auto before = copy_.preserve ? status_of_preserved() : std::optional(present);
        keep_permissions(permissions(), to_file_, before, record_);
    }

    void note_copy() {
        if (copy_.once.any_matches(to_)) history_.add(to_);
        if (!copy_.defining.any_matches(to_)) return;
        std::string name = "auto_" + canonified(to_);
        record_.log(LogLevel::info, text({"Auto defining class '", name, "'"}));
        history_.define(std::move(name));
    }

    bool install(std::uint32_t mode, const struct stat* present) {
        if (to_file_.error() != 0) {
            record_.failed(path_error(to_, to_file_.error()));
            return false;
        }
        const bool keeps_old = present != nullptr && !copy_.preserve;
        const FileAccess access = keeps_old ? access_to(permissions(), *present) : FileAccess();
        return install_copy(
            {copy_, from_file_, source_, to_file_, mode, present, access, file_, log_}, record_
        );
    }

    /// A preserved copy has owner, group and mode of its source at once. The log shows them as
    /// changes of a file of the running user; this is its status.
    std::optional<struct stat> status_of_preserved() const {
        const auto made = to_file_.status();
        if (!copy_.preserve || !made) return std::nullopt;
        struct stat fresh = *made;
        fresh.st_uid = ::geteuid();
        fresh.st_gid = ::getegid();
        fresh.st_mode &= ~mode_t{077};
        return fresh;
    }

    Permissions permissions() const { return copied_permissions(file_, source_); }

    const FilePromise& file_;
    const CopySource& copy_;
    NamedFile from_file_; ///< in the end, not a link
    const std::string from_;
    struct stat source_;
    NamedFile to_file_;
    const std::string to_;
    CopyHistory& history_;
    Record& record_;
    Log& log_;
};

} // namespace

void keep_file_copied(
    const FilePromise& file,
    const NamedFile& from,
    const struct stat& source,
    const NamedFile& to,
    CopyHistory& history,
    Record& record,
    Log& log
) {
    CopiedFile(file, from, source, to, history, record, log).keep();
}

Permissions copied_permissions(const FilePromise& file, const struct stat& source) {
    Permissions permissions = file.permissions.value_or(Permissions());
    if (file.copy->preserve) {
        const std::uint32_t mode = source.st_mode & 07777U;
        permissions.mode = ModeChange{mode, ~mode & 07777U};
        if (permissions.owners.empty()) permissions.owners = {std::to_string(source.st_uid)};
        if (permissions.groups.empty()) permissions.groups = {std::to_string(source.st_gid)};
    }
    return permissions;
}

} // namespace vow::modules
