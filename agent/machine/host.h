#pragma once

#include "agent/remote/ssh_connection.h"
#include "policy/run/host.h"
#include "policy/run/world.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/system/trust.h"

namespace vow::agent {

/// The machine this program runs on. Commands it runs get no standard input, and are ended with
/// their process group when the run is stopped.
class MachineHost : public Host {
public:
    MachineHost(const Stop& stop, Trust trust) : stop_(stop), trust_(std::move(trust)) {}

    Answer<std::string> read_file(const std::string& path, std::size_t limit) override;
    Answer<std::string> read_guarded_file(const std::string& path, std::size_t limit) override;
    Answer<std::string> read_secret_file(const std::string& path, SecretRights rights) override;
    CheckedAnswer<std::string>
    read_trusted_file(const std::string& path, std::size_t limit) override;
    Answer<std::string> file_digest(const std::string& path, Digest::Algorithm algorithm) override;
    Answer<std::string>
    guarded_file_digest(const std::string& path, Digest::Algorithm algorithm) override;
    Answer<FileStatus> status(const std::string& path, Symlinks symlinks) override;
    bool may(Access access, const std::string& path) override;
    std::optional<std::string> objection_to(const std::string& path) override {
        return trust_.objection_to(path);
    }
    std::optional<std::string> objection_to_tree(const std::string& path) override {
        return trust_.objection_to_tree(path);
    }
    const Trust& trust() const { return trust_; }
    Answer<std::string> link_target(const std::string& path) override;
    Answer<std::string> real_path(const std::string& path) override;
    Answer<std::vector<std::string>> list_directory(const std::string& path) override;
    Answer<std::vector<std::string>>
    access_list(const std::string& path, AccessLists which) override;
    Answer<std::uint64_t> free_kibibytes(const std::string& path) override;
    std::optional<std::string> append_line(const std::string& path, std::string_view line) override;

    std::optional<std::string> environment(const std::string& name) override;
    std::vector<std::string>
    set_environment(const std::string& name, const std::string& value) override;
    Answer<CommandResult> run(const Command& command) override;
    Answer<std::unique_ptr<Dialogue>> start_dialogue(const Command& command) override;
    Connection& connect(const Destination& destination) override {
        return connections_.to(destination, *this);
    }
    std::string companion(std::string_view name) override;

    std::optional<User> user(std::string_view name) override;
    std::optional<User> user(std::uint32_t uid) override;
    std::optional<Group> group(std::string_view name) override;
    std::optional<Group> group(std::uint32_t gid) override;
    std::vector<User> users() override;
    std::vector<Group> groups() override;
    std::vector<RunningProcess> processes() override;
    Self self() override;

    std::chrono::system_clock::time_point now() override;

private:
    Answer<std::string> digest_of(const FileDescriptor& file, Digest::Algorithm algorithm) const;

    const Stop& stop_;
    Trust trust_;
    Connections connections_;
};

} // namespace vow::agent
