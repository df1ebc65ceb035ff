#include "protocol/harness/sandbox.h"

#include "protocol/client/file_descriptor.h"
#include "protocol/harness/file_changes.h"
#include "protocol/harness/scratch_folder.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;
using client::FileDescriptor;

[[noreturn]] void fail(const std::string& what) {
    throw std::runtime_error(what + ": " + std::strerror(errno));
}

void mount_or_fail(
    const std::string& source,
    const fs::path& target,
    const char* type,
    unsigned long flags,
    const std::string& data
) {
    if (::mount(source.c_str(), target.c_str(), type, flags, data.c_str()) != 0) {
        fail(
            "cannot mount " + std::string(type == nullptr ? source : type) + " on " +
            target.native()
        );
    }
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
}

/// Where the kernel has mounted something, outermost first; octal escapes undone.
std::vector<std::string> mount_points() {
    std::vector<std::string> points;
    std::ifstream in("/proc/self/mountinfo");
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string skipped;
        std::string point;
        words >> skipped >> skipped >> skipped >> skipped >> point;
        for (std::size_t at = point.find('\\'); at != std::string::npos;
             at = point.find('\\', at + 1)) {
            const std::string octal = point.substr(at + 1, 3);
            point.replace(at, 4, 1, static_cast<char>(std::stoi(octal, nullptr, 8)));
        }
        points.push_back(point);
    }
    return points;
}

bool is_below(const std::string& path, std::string_view folder) {
    return path == folder ||
           (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

/// The view of the machine that the work has, and the layers that its changes go to. Lives in the
/// child only; what it mounts goes with the namespace.
class Layers {
public:
    /// `folder` is an empty folder for all of it.
    explicit Layers(const std::string& folder) : folder_(folder) {
        enter_namespaces();
        outside_ = FileDescriptor(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        mount_or_fail("none", "/", nullptr, MS_REC | MS_PRIVATE, "");
        mount_or_fail("tmpfs", folder_, "tmpfs", 0, "");
        fs::create_directory(root());
        for (const std::string& point : mount_points()) {
            if (point == "/") add("/");
        }
        for (const std::string& point : mount_points())
            cover(point);
        bind("/dev");
        bind("/sys");
        if (fs::is_directory(root() / "run"))
            mount_or_fail("tmpfs", root() / "run", "tmpfs", 0, "");
    }

    /// In the process that is the first of its namespace.
    void enter() const {
        mount_or_fail("proc", root() / "proc", "proc", 0, "");
        if (::chroot(root().c_str()) != 0 || ::chdir("/") != 0) fail("cannot enter the sandbox");
    }

    void leave() const {
        if (::fchdir(outside_.number()) != 0 || ::chroot(".") != 0)
            fail("cannot leave the sandbox");
    }

    std::vector<PathChange> changes() const {
        std::vector<PathChange> all;
        for (const Layer& layer : layers_) {
            const auto some = changes_in_layer(layer.upper, layer.point);
            all.insert(all.end(), some.begin(), some.end());
        }
        return all;
    }

private:
    struct Layer {
        std::string point;
        fs::path upper;
    };

    fs::path root() const { return folder_ / "root"; }

    void enter_namespaces() {
        constexpr int wanted = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWPID;
        if (::unshare(wanted) == 0) return;
        const std::string user = std::to_string(geteuid());
        const std::string group = std::to_string(getegid());
        if (::unshare(wanted | CLONE_NEWUSER) != 0) fail("cannot make namespaces");
        is_user_namespace_ = true;
        write_file("/proc/self/setgroups", "deny");
        write_file("/proc/self/uid_map", "0 " + user + " 1");
        write_file("/proc/self/gid_map", "0 " + group + " 1");
    }

    /// What is mounted there is covered by a layer of its own, or cannot be written to.
    void cover(const std::string& point) {
        for (const std::string_view special : {"/dev", "/sys", "/proc", "/run"}) {
            if (is_below(point, special)) return;
        }
        if (point == "/" || is_below(point, folder_.native())) return;
        std::error_code error;
        if (!fs::exists(root() / point.substr(1), error)) return; // hidden by another mount
        const bool is_plain = point.find_first_of(":,\\") == std::string::npos;
        if (fs::is_directory(point, error) && is_plain) {
            try {
                return add(point);
            } catch (const std::runtime_error&) {
                // It holds no files of the usual kind: /proc of a container, and the like.
            }
        }
        bind(point);
    }

    void add(const std::string& point) {
        const fs::path own = folder_ / std::to_string(layers_.size());
        fs::create_directories(own / "upper");
        fs::create_directories(own / "work");
        const std::string options = "lowerdir=" + point + ",upperdir=" + (own / "upper").native() +
                                    ",workdir=" + (own / "work").native() +
                                    (is_user_namespace_ ? ",userxattr" : "");
        mount_or_fail("overlay", root() / point.substr(1), "overlay", 0, options);
        layers_.push_back({point, own / "upper"});
    }

    void bind(const std::string& point) const {
        const fs::path target = root() / point.substr(1);
        mount_or_fail(point, target, nullptr, MS_BIND | MS_REC, "");
        if (point == "/dev") return; // null and its like are written to
        // A user namespace may not take flags away that the mount has; then it stays as it is.
        static_cast<void>(
            ::mount("none", target.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, "")
        );
    }

    fs::path folder_;
    FileDescriptor outside_;
    bool is_user_namespace_ = false;
    std::vector<Layer> layers_;
};

Data data_of(const std::vector<PathChange>& changes) {
    Data::Array items;
    for (const PathChange& change : changes)
        items.push_back(Data::array({Data::string(change.path), Data::string(change.what)}));
    return Data::array(std::move(items));
}

std::string failure_text(const std::exception& error) {
    return json_text(Data::object({{"failure", Data::string(error.what())}}));
}

/// The text that goes back to the parent.
std::string work_in(const Layers& layers, const std::function<Data()>& work) {
    try {
        layers.enter();
        const Data value = work();
        layers.leave();
        return json_text(Data::object({{"value", value}, {"changes", data_of(layers.changes())}}));
    } catch (const std::exception& error) {
        return failure_text(error);
    }
}

void send(const FileDescriptor& to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(to.number(), text.data(), text.size());
        if (count <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// The child: it makes the namespaces; its own child is the first process in them, and works.
[[noreturn]] void be_child(
    const std::string& folder, const std::function<Data()>& work, const FileDescriptor& answer
) {
    try {
        const Layers layers(folder);
        const pid_t worker = ::fork();
        if (worker < 0) fail("cannot fork");
        if (worker == 0) {
            send(answer, work_in(layers, work));
            ::_exit(0);
        }
        ::waitpid(worker, nullptr, 0);
    } catch (const std::exception& error) {
        send(answer, failure_text(error));
    }
    ::_exit(0);
}

std::string all_of(const FileDescriptor& from) {
    std::string text;
    std::array<char, 4096> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init)
    for (;;) {
        const ssize_t count = ::read(from.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

std::variant<Sandboxed, NoSandbox> result_from(const std::string& text) {
    const auto read = parse_json(text);
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr) return NoSandbox{"it ended without an answer"};
    if (const Data* failure = data->find("failure")) return NoSandbox{std::string(failure->text())};
    Sandboxed result{.value = *data->find("value"), .changes = {}};
    for (const Data& change : data->find("changes")->items()) {
        result.changes.push_back(
            {std::string(change.at(0)->text()), std::string(change.at(1)->text())}
        );
    }
    return result;
}

} // namespace

std::variant<Sandboxed, NoSandbox> in_sandbox(const std::function<Data()>& work) {
    const ScratchFolder folder;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return NoSandbox{"there is no pipe to be had"};
    const FileDescriptor from(ends[0]);
    FileDescriptor to(ends[1]);
    const pid_t child = ::fork();
    if (child < 0) return NoSandbox{"there is no process to be had"};
    if (child == 0) be_child(folder.path(), work, to);
    to.close();
    const std::string text = all_of(from);
    ::waitpid(child, nullptr, 0);
    return result_from(text);
}

} // namespace vow::harness
