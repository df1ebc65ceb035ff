#pragma once

#include "agent/fleet/nats_jwt.h"

#include <optional>
#include <string>

namespace vow::agent {

/// A host's part of its fleet, in the folder `fleet` of its work folder: its key, which never
/// leaves it, and once it has joined the server and its permission to connect. All throw
/// UsageError.
class Membership {
public:
    /// Of a work folder.
    explicit Membership(const std::string& work_folder) : folder_(work_folder + "/fleet") {}

    const std::string& folder() const { return folder_; }
    /// Makes the key if it does not exist.
    NKey key() const;

    /// How the host reaches its fleet.
    struct Access {
        std::string host; ///< its id
        std::string name;
        std::string group = {};
        std::string url;
        std::string authority = {};
        std::string jwt;
    };
    void join(const Access& access) const;
    /// nullopt before it has joined.
    std::optional<Access> access() const;
    /// Removes the key and all else of the fleet. A host that joins again is another one.
    void leave() const;

    /// A number or a text that outlives the process, as the mark of a rollout. Empty if it was not
    /// kept.
    std::string kept(const std::string& name) const;
    void keep(const std::string& name, const std::string& text) const;
    /// The file that the resident agent locks while it runs.
    std::string lock() const { return folder_ + "/lock"; }

private:
    std::string folder_;
};

} // namespace vow::agent
