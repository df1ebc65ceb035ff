#include "modules/files/installed_copy.h"

#include "modules/files/file_text.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

#include <array>
#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

/// The installation of one copy, from its first byte until it is in place.
class Installation {
public:
    Installation(const CopyJob& job, Record& record) : job_(job), record_(record) {}

    bool install() {
        const std::string fresh = job_.to + ".cfnew";
        unlink(fresh.c_str());
        int error = copy_file(job_.from, fresh);
        if (error == 0 && !job_.how.preserve) error = restore_owner_and_mode(fresh);
        if (job_.how.stealth) restore_access_time();
        if (error != 0) {
            record_.failed_with(
                error,
                text(
                    {"Failed copying file '",
                     job_.from,
                     "' to '",
                     fresh,
                     "' (",
                     system_message(error),
                     ")"}
                )
            );
            unlink(fresh.c_str());
            return false;
        }
        std::string how = "permissions preserved";
        if (!job_.how.preserve) how = text({"mode '", octal(job_.mode).substr(1), "'"});
        record_.repaired(text({"Copied file '", job_.from, "' to '", fresh, "' (", how, ")"}));
        if (!is_whole(fresh) || (job_.present != nullptr && !back_up())) {
            unlink(fresh.c_str());
            return false;
        }
        return move(fresh);
    }

private:
    bool is_whole(const std::string& fresh) {
        if (!job_.how.verify || read_file(job_.from) == read_file(fresh)) return true;
        record_.failed(
            text({"New file '", fresh, "' seems to have been corrupted in transit, aborting."})
        );
        return false;
    }

    /// Without `preserve`, a copy has our owner, or that of the file it replaces. Returns 0 or an
    /// errno.
    int restore_owner_and_mode(const std::string& fresh) const {
        const uid_t owner = job_.present != nullptr ? job_.present->st_uid : geteuid();
        const gid_t group = job_.present != nullptr ? job_.present->st_gid : getegid();
        if (chown(fresh.c_str(), owner, group) != 0 && geteuid() == 0) return errno;
        return chmod(fresh.c_str(), job_.mode) == 0 ? 0 : errno;
    }

    void restore_access_time() const {
        const std::array<timespec, 2> times = {job_.source.st_atim, job_.source.st_mtim};
        // Fails if the source is not ours to change, which is harmless.
        utimensat(AT_FDCWD, job_.from.c_str(), times.data(), 0);
    }

    bool back_up() {
        if (job_.how.backup == CopySource::Backup::none) return true;
        std::string backup = job_.to;
        if (job_.how.backup == CopySource::Backup::timestamp) backup += time_stamp_suffix();
        backup += ".cfsaved";
        unlink(backup.c_str());
        if (const int error = copy_file(job_.to, backup); error != 0) {
            record_.failed_with(
                error,
                text(
                    {"Failed to back up '",
                     job_.to,
                     "' as '",
                     backup,
                     "' (",
                     system_message(error),
                     ")"}
                )
            );
            return false;
        }
        record_.repaired(text({"Backed up '", job_.to, "' as '", backup, "'"}));
        return true;
    }

    bool move(const std::string& fresh) {
        if (std::rename(fresh.c_str(), job_.to.c_str()) == 0) {
            record_.repaired(text({"Moved '", fresh, "' to '", job_.to, "'"}));
            return true;
        }
        const int error = errno;
        record_.failed_with(
            error,
            text(
                {"Could not install copy file as '",
                 job_.to,
                 "', directory in the way? (rename: ",
                 system_message(error),
                 ")"}
            )
        );
        unlink(fresh.c_str());
        return false;
    }

    const CopyJob& job_;
    Record& record_;
};

} // namespace

bool install_copy(const CopyJob& job, Record& record) {
    return Installation(job, record).install();
}

} // namespace vow::modules
