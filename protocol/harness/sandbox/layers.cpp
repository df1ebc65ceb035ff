#include "protocol/harness/sandbox/layers.h"

#include "protocol/harness/sandbox/file_changes.h"
#include "protocol/harness/sandbox/folders.h"
#include "protocol/harness/sandbox/mounts.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

/// Folders that overlays cannot hold: devices, and file systems made up by the kernel.
constexpr std::array<const char*, 3> special_folders = {"/dev", "/proc", "/sys"};

/// Devices that have no state. All others can be seen, but not opened.
constexpr std::array<const char*, 6> usable_devices = {
    "/dev/full", "/dev/null", "/dev/ptmx", "/dev/random", "/dev/urandom", "/dev/zero"};

/// File systems of devices, which are replaced by empty ones.
constexpr std::array<std::array<const char*, 3>, 2> device_file_systems = {{
    {"/dev/mqueue", "mqueue", ""},
    {"/dev/pts", "devpts", "newinstance,ptmxmode=0666,mode=620"},
}};

/// Parts of /proc that are the whole machine's.
constexpr std::array<const char*, 9> machine_settings = {
    "/proc/acpi",
    "/proc/bus",
    "/proc/driver",
    "/proc/fs",
    "/proc/irq",
    "/proc/mtrr",
    "/proc/scsi",
    "/proc/sys",
    "/proc/sysrq-trigger"};

[[noreturn]] void fail(const std::string& what) {
    throw std::runtime_error(what + ": " + std::strerror(errno));
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream out(path);
    if (!(out << text).flush()) fail("cannot write " + path);
}

/// True if user ids are those of the machine: root of a container is not root there.
bool is_whole_machine() {
    unsigned long inside = 0;
    unsigned long outside = 0;
    unsigned long count = 0;
    std::ifstream("/proc/self/uid_map") >> inside >> outside >> count;
    return outside == 0 && count == 0xffffffff;
}

/// A network of its own has nothing but the loopback interface, which is down at first.
void start_loopback() {
    const FileDescriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq interface = {};
    std::strncpy(interface.ifr_name, "lo", sizeof interface.ifr_name - 1);
    interface.ifr_flags = IFF_UP | IFF_RUNNING;
    ::ioctl(socket.number(), SIOCSIFFLAGS, &interface);
}

} // namespace

Layers::Layers(const std::string& folder, Isolation isolation, std::uint64_t max_bytes)
    : folder_(folder),
      isolation_(isolation) {
    enter_namespaces();
    outside_ = FileDescriptor(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    keep_mounts_private();
    mounts_ = mount_points();
    if (is_user_namespace_) {
        const std::vector<std::string> places = places_to_write();
        mounts_.insert(mounts_.end(), places.begin(), places.end());
    }
    const FileDescriptor unchanged = copy_mounts("/");
    const std::string size = max_bytes > 0 ? ",size=" + std::to_string(max_bytes) : "";
    mount_new("tmpfs", folder_, "mode=0755" + size);
    fs::create_directory(folder_ / "root");
    fs::create_directory(folder_ / "host");
    mount_copy(unchanged, folder_ / "host");
    if (is_user_namespace_)
        lay_over("/");
    else
        lay_over_mounts();
}

void Layers::enter_namespaces() {
    const int wanted = isolation_ == Isolation::files ? CLONE_NEWNS
                                                      : CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC |
                                                            CLONE_NEWPID | CLONE_NEWUTS;
    if (::unshare(wanted) == 0) {
        is_user_namespace_ = !is_whole_machine();
    } else {
        enter_user_namespace(wanted);
    }
    if (isolation_ == Isolation::machine) start_loopback();
}

void Layers::enter_user_namespace(int wanted) {
    const std::string user = std::to_string(geteuid());
    const std::string group = std::to_string(getegid());
    if (::unshare(wanted | CLONE_NEWUSER) != 0) fail("cannot make namespaces");
    is_user_namespace_ = true;
    write_file("/proc/self/setgroups", "deny");
    write_file("/proc/self/uid_map", user + " " + user + " 1");
    write_file("/proc/self/gid_map", group + " " + group + " 1");
}

bool Layers::is_special(const std::string& path) const {
    return std::any_of(special_folders.begin(), special_folders.end(), [&](const char* folder) {
        return is_at_or_below(path, folder);
    });
}

void Layers::mount_processes() const {
    if (isolation_ == Isolation::files) return mount_read_only("/proc", view("/proc"));
    try {
        mount_new("proc", view("/proc"), "");
    } catch (const std::runtime_error&) {
        // In containers parts of /proc are hidden; an ordinary user cannot mount another one then.
        mount_also("/proc", view("/proc"));
    }
    std::error_code error;
    for (const char* path : machine_settings) {
        if (fs::exists(view(path), error)) mount_read_only(view(path), view(path));
    }
}

void Layers::enter() const {
    mount_processes();
    if (::chroot(view("/").c_str()) != 0 || ::chdir("/") != 0) fail("cannot enter the sandbox");
}

void Layers::leave() const {
    if (::fchdir(outside_.number()) != 0 || ::chroot(".") != 0) fail("cannot leave the sandbox");
}

std::vector<PathChange> Layers::changes() const {
    std::vector<PathChange> all;
    for (const Layer& layer : layers_) {
        const auto some = changes_in_layer(layer.upper, layer.point, original("/"));
        all.insert(all.end(), some.begin(), some.end());
    }
    for (const auto& [path, names] : rebuilt_) {
        const std::set<std::string> now = names_in(view(path));
        for (const std::string& name : now) {
            if (names.count(name) == 0) all.push_back({fs::path(path) / name, "created"});
        }
        for (const std::string& name : names) {
            if (now.count(name) == 0) all.push_back({fs::path(path) / name, "deleted"});
        }
    }
    return all;
}

std::vector<OpenLayer> Layers::open() const {
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    std::vector<OpenLayer> layers;
    layers.reserve(layers_.size() + rebuilt_.size());
    const auto add = [&](const std::string& point, const fs::path& changed) -> OpenLayer& {
        return layers.emplace_back(OpenLayer{
            .point = point,
            .changed = FileDescriptor(::open(changed.c_str(), flags)),
            .original = FileDescriptor(::open(original(point).c_str(), flags))});
    };
    for (const Layer& layer : layers_)
        add(layer.point, layer.upper);
    for (const auto& [path, names] : rebuilt_)
        add(path, view(path)).names = names;
    return layers;
}

fs::path Layers::view(const std::string& path) const {
    return folder_ / "root" / fs::path(path).relative_path();
}

fs::path Layers::original(const std::string& path) const {
    return folder_ / "host" / fs::path(path).relative_path();
}

bool Layers::has_mounts_below(const std::string& path) const {
    return std::any_of(mounts_.begin(), mounts_.end(), [&](const std::string& mount) {
        return mount != path && is_at_or_below(mount, path);
    });
}

/// The layers for root.
void Layers::lay_over_mounts() {
    add_overlay("/");
    std::error_code error;
    for (const std::string& mount : mounts_) {
        if (mount == "/" || is_special(mount)) continue;
        if (fs::exists(view(mount), error)) cover(mount); // otherwise hidden by another mount
    }
    for (const char* folder : special_folders)
        mount_special(folder);
}

/// The layers for an ordinary user.
void Layers::lay_over(const std::string& path) {
    if (is_special(path)) return mount_special(path);
    if (has_mounts_below(path)) return rebuild(path);
    cover(path);
}

void Layers::rebuild(const std::string& folder) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(original(folder), error)) {
        const std::string path = fs::path(folder) / entry.path().filename();
        try {
            rebuild_entry(path, entry);
        } catch (const std::runtime_error&) {
            if (fs::exists(entry.symlink_status(error))) throw;
            fs::remove(view(path), error); // another process has deleted it in the meantime
        }
    }
    imitate(original(folder), view(folder));
    rebuilt_.push_back({folder, names_in(view(folder))});
}

void Layers::rebuild_entry(const std::string& path, const fs::directory_entry& entry) {
    const bool is_device = is_at_or_below(path, "/dev");
    std::error_code error;
    if (entry.is_symlink(error)) {
        fs::create_symlink(fs::read_symlink(entry.path(), error), view(path), error);
    } else if (entry.is_directory(error)) {
        fs::create_directory(view(path), error);
        if (is_device) return lay_device_folder(path);
        lay_over(path);
    } else if (isolation_ == Isolation::machine && entry.is_socket(error)) {
        ::mknod(view(path).c_str(), S_IFSOCK | 0666, 0); // nothing listens there
    } else if (isolation_ == Isolation::machine && entry.is_fifo(error)) {
        ::mknod(view(path).c_str(), S_IFIFO | 0666, 0); // or reads there
    } else {
        std::ofstream(view(path)).flush();
        if (is_device) return mount_device(path);
        mount_unchanged(path);
    }
}

/// Read-only; of a device outside of /dev nothing works.
void Layers::mount_unchanged(const std::string& path) const {
    if (isolation_ == Isolation::machine) return mount_unusable(original(path), view(path));
    mount_read_only(original(path), view(path));
}

void Layers::lay_device_folder(const std::string& path) {
    if (path == "/dev/shm") return add_overlay(path);
    for (const auto& [point, type, options] : device_file_systems) {
        if (path == point) return mount_new(type, view(path), options);
    }
    rebuild(path);
}

void Layers::mount_device(const std::string& path) const {
    const bool is_usable =
        std::find(usable_devices.begin(), usable_devices.end(), path) != usable_devices.end();
    // A usable one can be written all the same.
    if (is_usable) return mount_read_only(original(path), view(path));
    mount_unusable(original(path), view(path));
}

/// Covers a mount that has a layer of its own, or cannot be written to.
void Layers::cover(const std::string& path) {
    std::error_code error;
    const bool is_plain = path.find_first_of(":,\\") == std::string::npos;
    if (fs::is_directory(original(path), error) && is_plain) {
        try {
            return add_overlay(path);
        } catch (const std::runtime_error&) {
            // It holds no regular files.
        }
    }
    mount_unchanged(path);
}

void Layers::add_overlay(const std::string& path) {
    const fs::path own = folder_ / std::to_string(layers_.size());
    fs::create_directories(own / "upper");
    fs::create_directories(own / "work");
    imitate(original(path), own / "upper");
    // Searches that stay on one device expect that a folder and its files have the same number.
    // The layer holds whole files, whatever the usual settings of this kernel are.
    const std::string options =
        "xino=on,lowerdir=" + original(path).native() + ",upperdir=" + (own / "upper").native() +
        ",workdir=" + (own / "work").native() +
        (is_user_namespace_ ? ",userxattr" : ",redirect_dir=off,metacopy=off");
    const Devices devices = isolation_ == Isolation::machine ? Devices::unusable : Devices::usable;
    mount_new("overlay", view(path), options, devices);
    layers_.push_back({path, own / "upper"});
}

void Layers::mount_special(const std::string& path) {
    std::error_code error;
    if (!fs::is_directory(view(path), error)) return;
    if (path == "/sys") mount_unchanged(path);
    if (path != "/dev") return;
    if (isolation_ == Isolation::files) return mount_unchanged(path);
    mount_new("tmpfs", view(path), "");
    rebuild(path);
}

} // namespace vow::harness
