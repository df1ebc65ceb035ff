#pragma once

#include "policy/otterscript/run/inventory.h"
#include "policy/otterscript/syntax/tree.h"
#include "policy/run/connection.h"
#include "protocol/promise/keeper.h"
#include "protocol/text/text.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vow::otterscript {

/// Module processes that a block has for itself. They end with it.
class Isolation {
public:
    Isolation(PromiseKeeper& keeper, std::uint64_t number) : keeper_(keeper), number_(number) {}
    Isolation(const Isolation&) = delete;
    Isolation& operator=(const Isolation&) = delete;
    ~Isolation() { keeper_.end_isolation(number_); }

    /// A promise type of a program, kept in a process of this isolation.
    const PromiseType& type(const PromiseType& shared) {
        PromiseType& own = types_[&shared];
        if (own.isolation == 0) {
            own = shared;
            own.isolation = number_;
        }
        return own;
    }

private:
    PromiseKeeper& keeper_;
    std::uint64_t number_;
    std::map<const PromiseType*, PromiseType> types_; ///< by the shared one
};

/// A shell script that runs another one, which it reads from its standard input: every user of the
/// machine can read the arguments of a process. The script itself has no input. Its lines keep
/// their numbers, which are in messages of the shell.
inline constexpr std::string_view shell_frame =
    R"(vow_script=$(cat) && exec </dev/null && eval "unset vow_script; $vow_script")";

/// Where and as whom operations act, and which configuration variables hold. A block replaces it
/// for its statements.
struct Context {
    const Server* server = nullptr; ///< null: this machine
    std::string role = {};
    std::string directory = {};                ///< absolute, without a slash at its end
    std::string user = {};                     ///< to run operations as; empty: the own one
    std::shared_ptr<Isolation> isolation = {}; ///< of the block around it; null for none
    ExecutionPolicy policy = ExecutionPolicy::on_change;
    bool targets_server = false; ///< the run has chosen the server: statements cannot

    /// Null for this machine, also if a server stands for it.
    const Destination* destination() const {
        return server != nullptr && server->destination ? &*server->destination : nullptr;
    }
    /// A path relative to the working directory, as an absolute one without `.` and `..`.
    std::string absolute(std::string_view path) const {
        std::string whole(path);
        if (!whole.starts_with('/')) whole = directory + "/" + whole;
        std::vector<std::string_view> parts;
        for (const std::string_view part : split_at(whole, '/')) {
            if (part.empty() || part == ".") continue;
            if (part != "..")
                parts.push_back(part);
            else if (!parts.empty())
                parts.pop_back();
        }
        return "/" + joined(parts, "/");
    }
};

} // namespace vow::otterscript
