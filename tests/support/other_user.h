#pragma once

#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/user_without_account.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::tests {

/// An unprivileged user who owns the folder that a promise is about, and a folder of root's that
/// only root may enter. To be made by root.
class OtherUser {
public:
    static inline const uid_t id = user_without_account();

    /// Skips the running test case unless it runs as root.
    static bool can_exist() {
        if (::geteuid() == 0) return true;
        skip_without("root", "only root can give files to other users");
        return false;
    }

    OtherUser() {
        std::filesystem::create_directories(home());
        std::filesystem::create_directories(root_only());
        give(home());
        REQUIRE(::chmod(root_only().c_str(), 0700) == 0);
        REQUIRE(::chmod(folder_.path().c_str(), 0755) == 0);
    }

    const TemporaryFolder& folder() const { return folder_; }
    std::string home() const { return folder_ / "home"; }
    std::string root_only() const { return folder_ / "root-only"; }
    std::string in_home(const std::string& name) const { return home() + "/" + name; }

    /// A file of root's that no other user can read.
    std::string secret(const std::string& name = "secret") const {
        std::string path = folder_.write("root-only/" + name, "root's");
        REQUIRE(::chmod(path.c_str(), 0600) == 0);
        return path;
    }
    /// Whether a file that secret() made is as it was.
    bool is_safe(const std::string& name = "secret") const {
        struct stat status = {};
        const std::string path = root_only() + "/" + name;
        return ::lstat(path.c_str(), &status) == 0 && status.st_uid == 0 && status.st_gid == 0 &&
               (status.st_mode & 07777U) == 0600 && folder_.read("root-only/" + name) == "root's";
    }

    std::string write(const std::string& name, const std::string& content) const {
        std::string path = folder_.write("home/" + name, content);
        give(path);
        return path;
    }
    std::string make_folder(const std::string& name) const {
        std::filesystem::create_directories(in_home(name));
        give(in_home(name));
        return in_home(name);
    }
    std::string plant_link(const std::string& name, const std::string& target) const {
        REQUIRE(::symlink(target.c_str(), in_home(name).c_str()) == 0);
        give(in_home(name));
        return in_home(name);
    }

private:
    static void give(const std::string& path) { REQUIRE(::lchown(path.c_str(), id, id) == 0); }

    TemporaryFolder folder_;
};

/// Repeats a step in another thread for as long as it exists.
class Meanwhile {
public:
    template <class Step>
    explicit Meanwhile(Step step)
        : thread_([this, step] {
              while (!ended_)
                  step();
          }) {}
    Meanwhile(const Meanwhile&) = delete;
    Meanwhile& operator=(const Meanwhile&) = delete;
    ~Meanwhile() {
        ended_ = true;
        thread_.join();
    }

private:
    std::atomic<bool> ended_ = false;
    std::thread thread_;
};

} // namespace vow::tests
