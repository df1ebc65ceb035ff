#include "modules/files/copied_file.h"
#include "modules/files/file_steps.h"
#include "modules/files/path.h"
#include "modules/files/renaming.h"
#include "modules/sdk/cpp/durability.h"
#include "modules/sdk/cpp/text.h"

#include <array>
#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

std::optional<std::string> text_from_start(const FileDescriptor& file) {
    return ::lseek(file.number(), 0, SEEK_SET) == 0 ? read_all(file) : std::nullopt;
}

/// The installation of one copy, from its first byte until it is in place. Messages name the
/// temporary file as the reference does.
class Installation {
public:
    Installation(const CopyJob& job, Record& record)
        : job_(job),
          record_(record),
          fresh_(job.to.path() + ".cfnew") {}

    bool install() {
        const auto source = job_.from.place().open_file(Place::Access::read);
        auto copy = source ? copied(*source) : SystemResult<Replacement>::failed(source.error());
        if (!copy) {
            const std::string why = text({" (", path_error(job_.from.path(), copy.error()), ")"});
            record_.failed_with(
                copy.error(),
                text({"Failed copying file '", job_.from.path(), "' to '", fresh_, "'", why})
            );
            return false;
        }
        std::string how = "permissions preserved";
        if (!job_.how.preserve) how = text({"mode '", octal(job_.mode).substr(1), "'"});
        record_.repaired(text({"Copied file '", job_.from.path(), "' to '", fresh_, "' (", how, ")"}
        ));
        if (!is_whole(*source, copy->file()) || !is_accepted(copy->file())) return false;
        if (job_.how.stealth) restore_times(*source, copy->file());
        if (job_.present != nullptr && !back_up()) return false;
        if (!move(*copy)) return false;
        if (backup_) archive(*backup_, record_);
        return true;
    }

private:
    SystemResult<Replacement> copied(const FileDescriptor& source) {
        auto copy = Replacement::beside(job_.to.place());
        if (!copy) return copy;
        int error = copy_bytes(source, *copy);
        if (error == 0) error = set_attributes(source, *copy);
        if (error == 0) error = restrict_access(copy->file(), job_.access);
        return error == 0 ? std::move(copy) : SystemResult<Replacement>::failed(error);
    }

    /// Without `preserve`, a copy has our owner, or the attributes of the file it replaces. Returns
    /// 0 or an errno.
    int set_attributes(const FileDescriptor& source, Replacement& copy) const {
        if (job_.how.preserve) return copy.adopt_attributes(source, AttributeLoss::accepted);
        const auto old = job_.present != nullptr && S_ISREG(job_.present->st_mode)
                             ? job_.to.place().open_file(Place::Access::read)
                             : SystemResult<FileDescriptor>::failed(ENOENT);
        const bool is_root = ::geteuid() == 0;
        int error = 0;
        if (old) {
            const auto loss = is_root ? AttributeLoss::refused : AttributeLoss::accepted;
            error = copy.adopt_attributes(*old, loss);
        } else if (copy.set_owner(::geteuid(), ::getegid()) != 0 && is_root) {
            error = EPERM;
        }
        return error != 0 ? error : copy.set_mode(job_.mode);
    }

    bool is_whole(const FileDescriptor& source, const FileDescriptor& copy) {
        if (!job_.how.verify || text_from_start(source) == text_from_start(copy)) return true;
        record_.failed(
            text({"New file '", fresh_, "' seems to have been corrupted in transit, aborting."})
        );
        return false;
    }

    /// Checks the bytes of the copy, since the source may have changed.
    bool is_accepted(const FileDescriptor& copy) {
        if (!job_.promise.validate) return true;
        const auto content = text_from_start(copy);
        return is_valid(job_.promise, content.value_or(""), job_.to.path(), record_, job_.log);
    }

    void restore_times(const FileDescriptor& source, const FileDescriptor& copy) const {
        const std::array<timespec, 2> times = {job_.source.st_atim, job_.source.st_mtim};
        // Fails if the source is not ours to change, which is harmless.
        ::futimens(source.number(), times.data());
        ::futimens(copy.number(), times.data());
    }

    bool back_up() {
        if (job_.how.backup == CopySource::Backup::none) return true;
        const bool has_time = job_.how.backup == CopySource::Backup::timestamp;
        const NamedFile backup =
            job_.to.with_suffix((has_time ? time_stamp_suffix() : "") + ".cfsaved");
        const std::string names = text({" '", job_.to.path(), "' as '", backup.path(), "'"});
        if (const int error = copy_present(backup.place()); error != 0) {
            record_.failed_with(
                error, text({"Failed to back up", names, " (", system_message(error), ")"})
            );
            return false;
        }
        record_.repaired("Backed up" + names);
        backup_ = backup;
        return true;
    }

    /// Fifos and devices cannot be copied, so they are renamed.
    int copy_present(const Place& backup) const {
        if (!S_ISREG(job_.present->st_mode)) return job_.to.place().rename_to(backup);
        const auto present = job_.to.place().open_file(Place::Access::read);
        return present ? copy_file(*present, backup) : present.error();
    }

    bool move(Replacement& copy) {
        const DurabilityLevel level = durability_level();
        const auto durability =
            job_.present != nullptr ? durability_of_replaced(level) : durability_of_new(level);
        const int error = copy.commit(Replacement::Existing::replaced, durability);
        if (error == 0) {
            record_.repaired(text({"Moved '", fresh_, "' to '", job_.to.path(), "'"}));
            return true;
        }
        const std::string why =
            text({"', directory in the way? (rename: ", system_message(error), ")"});
        record_.failed_with(error, text({"Could not install copy file as '", job_.to.path(), why}));
        return false;
    }

    const CopyJob& job_;
    Record& record_;
    std::string fresh_;
    std::optional<NamedFile> backup_ = {}; ///< of the replaced file
};

} // namespace

bool install_copy(const CopyJob& job, Record& record) {
    return Installation(job, record).install();
}

} // namespace vow::modules
