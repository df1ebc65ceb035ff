#pragma once

#include "agent/remote/wire_value.h"
#include "policy/run/host.h"

#include <functional>
#include <string>
#include <string_view>

namespace vow::agent {

/// Another machine, whose HostService answers every question.
class RemoteHost final : public Host {
public:
    /// Sends a line and returns the one that answers it. Throws ConnectionLost.
    using Exchange = std::function<std::string(std::string_view line)>;

    explicit RemoteHost(Exchange exchange) : exchange_(std::move(exchange)) {}

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
    std::optional<std::string> objection_to(const std::string& path) override;
    std::optional<std::string> objection_to_tree(const std::string& path) override;
    Answer<std::string> link_target(const std::string& path) override;
    Answer<std::string> real_path(const std::string& path) override;
    Answer<std::vector<std::string>> list_directory(const std::string& path) override;
    Answer<std::vector<std::string>>
    access_list(const std::string& path, AccessLists which) override;
    Answer<std::uint64_t> free_kibibytes(const std::string& path) override;
    std::optional<std::string> append_line(const std::string& path, std::string_view line) override;
    std::optional<std::string> environment(const std::string& name) override;
    /// Only the arguments, the environment, the folder and the input of the command are sent.
    Answer<CommandResult> run(const Command& command) override;
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
    template <auto Member, class... Given>
    auto ask(const Given&... given);

    Exchange exchange_;
};

} // namespace vow::agent
