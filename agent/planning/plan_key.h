#pragma once

#include "policy/run/answer.h"
#include "policy/run/host.h"

#include <string>
#include <string_view>

namespace vow::agent {

/// The key of a work folder. It signs plan files, so that only a plan that was made with the same
/// work folder, and has not changed since, is applied (docs/operating.md).
class PlanKey {
public:
    /// The key in the folder of the state. Made, readable for the running user alone, if there is
    /// none yet. Otherwise why it cannot be used.
    static Answer<PlanKey> in(const std::string& state_folder, Host& host);
    /// The same without making one.
    static Answer<PlanKey> found_in(const std::string& state_folder);

    /// Names the key without giving it away.
    std::string id() const;
    std::string mac_of(std::string_view text) const;

private:
    explicit PlanKey(std::string bytes) : bytes_(std::move(bytes)) {}

    std::string bytes_;
};

} // namespace vow::agent
