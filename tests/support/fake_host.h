#pragma once

#include "policy/run/host.h"
#include "tests/support/fake_clock.h"

#include <functional>
#include <map>

namespace vow::test {

/// A machine defined by the test. Files, their statuses, users and so on are public members to fill
/// in.
class FakeHost : public Host {
public:
    std::map<std::string, std::string> files;      ///< by path
    std::map<std::string, FileStatus> statuses;    ///< of paths other than usual regular files
    std::map<std::string, std::string> links;      ///< their targets
    std::map<std::string, std::string> variables;  ///< the environment
    std::map<std::string, CommandResult> commands; ///< by command line, words joined by blanks
    std::vector<User> known_users;
    std::vector<Group> known_groups;
    std::vector<RunningProcess> known_processes;
    FakeClock clock = {};
    int commands_run = 0;
    int files_read = 0;

    Answer<std::string> read_file(const std::string& path, std::size_t limit) override;
    Answer<std::string> read_guarded_file(const std::string& path, std::size_t limit) override {
        return read_file(path, limit);
    }
    Answer<std::string> read_secret_file(const std::string& path, SecretRights) override {
        return read_file(path, max_secret_bytes);
    }
    CheckedAnswer<std::string>
    read_trusted_file(const std::string& path, std::size_t limit) override {
        return CheckedAnswer<std::string>::of(read_file(path, limit));
    }
    Answer<std::string> file_digest(const std::string& path, Digest::Algorithm algorithm) override;
    Answer<std::string>
    guarded_file_digest(const std::string& path, Digest::Algorithm algorithm) override {
        return file_digest(path, algorithm);
    }
    Answer<FileStatus> status(const std::string& path, Symlinks symlinks) override;
    bool may(Access access, const std::string& path) override;
    /// All is trusted.
    std::optional<std::string> objection_to(const std::string&) override { return {}; }
    std::optional<std::string> objection_to_tree(const std::string&) override { return {}; }
    Answer<std::string> link_target(const std::string& path) override;
    Answer<std::string> real_path(const std::string& path) override;
    Answer<std::vector<std::string>> list_directory(const std::string& path) override;
    Answer<std::vector<std::string>>
    access_list(const std::string& path, AccessLists which) override;
    Answer<std::uint64_t> free_kibibytes(const std::string& path) override;
    std::optional<std::string> append_line(const std::string& path, std::string_view line) override;
    std::optional<std::string> environment(const std::string& name) override;
    Answer<CommandResult> run(const Command& command) override;
    std::optional<User> user(std::string_view name) override;
    std::optional<User> user(std::uint32_t uid) override;
    std::optional<Group> group(std::string_view name) override;
    std::optional<Group> group(std::uint32_t gid) override;
    std::vector<User> users() override { return known_users; }
    std::vector<Group> groups() override { return known_groups; }
    std::vector<RunningProcess> processes() override { return known_processes; }
    Self self() override { return {.uid = 1000, .gid = 100, .pid = 42, .parent = 1}; }
    std::chrono::system_clock::time_point now() override { return clock.now; }
};

} // namespace vow::test
