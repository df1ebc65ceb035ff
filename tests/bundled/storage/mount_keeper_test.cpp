#include "modules/sdk/cpp/described_module.h"
#include "modules/storage/mount_keeper.h"
#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace mount_keeper_test {

using namespace vow;
using namespace vow::tests;

namespace {

/// Writes its arguments to a file, and fails for a server called broken.
constexpr std::string_view fake_mount = R"sh(#!/bin/sh
echo "${0##*/} $*" >>"${0%/*}/calls"
case "$*" in
*broken*) echo "mount: no route to host"; echo "       dmesg(1) may have more information."; exit 32 ;;
esac
)sh";

/// A host whose mounts and table are in a folder.
class MountHost {
public:
    MountHost() {
        for (const char* name : {"mount", "umount"}) {
            folder.write(name, std::string(fake_mount));
            std::filesystem::permissions(folder / name, std::filesystem::perms(0700));
        }
        folder.write("mounts", "");
        folder.write("fstab", "# " + target() + "\n/dev/sda1 / ext4 defaults 0 1\n");
        ::setenv("PATH", (folder.path() + ":" + path_before_).c_str(), 1);
    }
    MountHost(const MountHost&) = delete;
    MountHost& operator=(const MountHost&) = delete;
    ~MountHost() { ::setenv("PATH", path_before_.c_str(), 1); }

    std::string target() const { return folder / "home"; }
    std::string calls() const {
        return std::filesystem::exists(folder / "calls") ? folder.read("calls") : "";
    }
    KeptPromise keep(const modules::Mount& mount, Terms::Policy policy = Terms::Policy::fix) const;

    TemporaryFolder folder;

private:
    std::string path_before_ = ::getenv("PATH");
};

class MountModule : public modules::DescribedModule {
public:
    MountModule(const modules::Mount& mount, modules::MountFiles files)
        : DescribedModule(modules::storage_type()),
          mount_(mount),
          files_(std::move(files)) {}

private:
    Outcome keep(const Promise&, Record& record, modules::Log& log) override {
        modules::MountKeeper(mount_, record, log, files_).keep();
        return {};
    }

    const modules::Mount& mount_;
    modules::MountFiles files_;
};

KeptPromise MountHost::keep(const modules::Mount& mount, Terms::Policy policy) const {
    MountModule module(mount, {.mounts = folder / "mounts", .table = folder / "fstab"});
    return keep_promise(module, target(), {}, policy);
}

modules::Mount nfs(const std::string& server) {
    return {.source = "/export/home", .server = server, .type = "nfs", .options = "ro,soft"};
}

} // namespace

TEST_CASE("a file system is mounted in a folder that is made for it") {
    const MountHost host;
    const auto kept = host.keep(nfs("hub"));
    CHECK(kept.result() == Verdict::repaired);
    CHECK(kept.log_text() == "info: Mounting '" + host.target() + "' to keep promise\n");
    CHECK(host.calls() == "mount -t nfs -o ro,soft -- hub:/export/home " + host.target() + "\n");
    CHECK(std::filesystem::is_directory(host.target()));
}

TEST_CASE("a file system that is mounted is kept, with its line in the table") {
    const MountHost host;
    host.folder.write("mounts", "hub:/export/home " + host.target() + " nfs4 rw 0 0\n");
    modules::Mount mount = nfs("hub");
    CHECK(host.keep(mount).result() == Verdict::kept);
    mount.edit_table = true;
    CHECK(host.keep(mount).outcome.verdicts == Verdicts{Verdict::kept, Verdict::repaired});
    CHECK(host.keep(mount).result() == Verdict::kept);
    CHECK(host.calls().empty());
    CHECK(
        host.folder.read("fstab") == "# " + host.target() +
                                         "\n/dev/sda1 / ext4 defaults 0 1\nhub:/export/home \t " +
                                         host.target() + " \t nfs \t ro,soft\n"
    );
}

TEST_CASE("a promise is not kept when mount fails, with the reason, and not at the next boot") {
    const MountHost host;
    modules::Mount mount = nfs("broken");
    mount.edit_table = true;
    const std::string table = host.folder.read("fstab");
    const auto kept = host.keep(mount);
    CHECK(host.folder.read("fstab") == table);
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(
        kept.log_text() == "error: 'broken:/export/home' cannot be mounted on '" + host.target() +
                               "': mount: no route to host\n"
    );
}

TEST_CASE("the file systems of the table are mounted by one call") {
    const MountHost host;
    const auto keep_listed = [](Terms::Policy policy) {
        return keep_promise("storage", "/etc/fstab", {{"mount_listed", "true"}}, policy);
    };
    CHECK(keep_listed(Terms::Policy::dry_run).result() == Verdict::not_kept);
    CHECK(host.calls().empty());
    CHECK(keep_listed(Terms::Policy::fix).result() == Verdict::kept);
    CHECK(host.calls() == "mount -a -v\n");
    host.folder.write("mount", "#!/bin/sh\necho '/a : successfully mounted'\n");
    CHECK(keep_listed(Terms::Policy::fix).result() == Verdict::repaired);
    host.folder.write("mount", "#!/bin/sh\necho 'mount: /b: no such server'; exit 32\n");
    const auto failed = keep_listed(Terms::Policy::fix);
    CHECK(failed.result() == Verdict::not_kept);
    CHECK(
        failed.log_text() ==
        "error: Not all file systems of the table can be mounted: mount: /b: no such server\n"
    );
}

TEST_CASE("a dry run mounts nothing and leaves the table alone") {
    const MountHost host;
    modules::Mount mount = nfs("hub");
    mount.edit_table = true;
    const std::string table = host.folder.read("fstab");
    const auto kept = host.keep(mount, Terms::Policy::dry_run);
    CHECK(
        kept.log_text() == "warning: Should mount 'hub:/export/home' on '" + host.target() +
                               "'\nwarning: Should add file system 'hub:/export/home' on '" +
                               host.target() + "' in '" + (host.folder / "fstab") + "'\n"
    );
    CHECK(host.calls().empty());
    CHECK_FALSE(std::filesystem::exists(host.target()));
    CHECK(host.folder.read("fstab") == table);
}

TEST_CASE("a file system is unmounted and leaves the table") {
    const MountHost host;
    host.folder.write("mounts", "hub:/export/home " + host.target() + " nfs4 rw 0 0\n");
    modules::Mount mount = nfs("hub");
    mount.edit_table = true;
    host.keep(mount);
    mount.unmount = true;
    CHECK(host.keep(mount).result() == Verdict::repaired);
    CHECK(host.calls() == "umount -- " + host.target() + "\n");
    CHECK(host.folder.read("fstab").find("hub:") == std::string::npos);
    host.folder.write("mounts", "");
    CHECK(host.keep(mount).result() == Verdict::kept);
}

TEST_CASE("the last mount on a folder counts, and blanks in names are read") {
    const std::string mounts = "hub:/a /mnt/x nfs rw 0 0\nhub:/b\\040c /mnt/x nfs rw 0 0\n"
                               "hub:/d /mnt/a\\040b nfs rw 0 0\n";
    CHECK(modules::device_mounted_on("/mnt/x", mounts) == "hub:/b c");
    CHECK(modules::device_mounted_on("/mnt/a b", mounts) == "hub:/d");
    CHECK(modules::device_mounted_on("/mnt", mounts) == std::nullopt);
    CHECK(modules::name_in_field(modules::mount_field("a b\tc\\d\n")) == "a b\tc\\d\n");
}

} // namespace mount_keeper_test
