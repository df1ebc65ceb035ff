#pragma once

#include "agent/planning/plan_key.h"
#include "protocol/data/data.h"

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The number of the form in which plan files are written: a member that is renamed or removed, or
/// gets another meaning, changes it.
constexpr int plan_schema = 1;

/// A file that a plan was made from: a policy, an input, data, or a module.
struct PlannedFile {
    std::string path; ///< absolute
    std::string sha256;

    friend bool operator==(const PlannedFile&, const PlannedFile&) = default;
};

/// A plan that was made to be applied later: docs/commands.md, "Plan files".
struct PlanFile {
    std::string host = {};                         ///< see this_host()
    std::chrono::sys_seconds made = {};            ///< whole seconds: any year is one
    std::string policy = {};                       ///< absolute
    std::string folder = {};                       ///< in which it was made
    std::vector<std::string> words = {};           ///< of its command line
    std::vector<PlannedFile> files = {};           ///< sorted
    std::vector<std::string> classes_of_time = {}; ///< sorted; "!Hr09" was read, and not defined
    Data changes = Data::array({}), follows = Data::array({}), untold = Data::array({});
};

/// A text that is not a plan file that the key has signed. `what()` is the reason, for people.
class PlanRefused : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

/// The text of a plan file, signed.
std::string text_of(const PlanFile& plan, const PlanKey& key);

/// Throws PlanRefused if the text is torn, of another schema, signed by another key, or was changed
/// since it was signed. Without a key, the work folder has made no plan.
PlanFile plan_from(std::string_view text, const Answer<PlanKey>& key);

/// The identifier of this machine, /etc/machine-id, or else its name.
std::string this_host();

} // namespace vow::agent
