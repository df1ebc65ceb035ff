#pragma once

#include "agent/planning/plan_file.h"
#include "policy/run/facts.h"
#include "policy/run/host_files.h"
#include "policy/run/observer.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The paths that a run read as policy, and those that it read as data.
struct ReadFiles {
    std::set<std::string> policy = {};
    std::set<std::string> data = {};
};

/// The facts of the host; notes the classes of time that a policy reads by their names.
class WatchedFacts final : public Facts {
public:
    explicit WatchedFacts(Facts& facts) : facts_(facts) {}

    bool is_class(std::string_view name) override;
    const Fact* find(std::string_view name) override { return facts_.find(name); }
    std::vector<std::string> keys(std::string_view name) override { return facts_.keys(name); }
    std::vector<std::string> all_classes() override { return facts_.all_classes(); }
    std::vector<std::string> all_names() override { return facts_.all_names(); }

    /// "Hr09" for one that is defined, "!Hr09" for one that is not; sorted.
    std::vector<std::string> classes_of_time() const;

private:
    Facts& facts_;
    std::map<std::string, bool, std::less<>> asked_;
};

/// Finds the files that a plan depends on: those that were read, and the programs that keep its
/// promises. The file of a promise is not an input, for the promise itself looks at it.
class PlanInputs final : public Observer {
public:
    void receive(const Event& event) override;

    /// With their digests, sorted by path. Files that the kernel makes up are left out.
    std::vector<PlannedFile> files(const ReadFiles& read, HostFiles& host) const;

private:
    std::set<std::string> modules_;
    std::set<std::string> promised_; ///< paths
};

} // namespace vow::agent
