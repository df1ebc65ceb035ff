#pragma once

#include "agent/machine/fact_group.h"

#include <vector>

namespace vow::agent {

/// The facts of this machine; each group is discovered when one of its names is first used.
class MachineFacts : public Facts {
public:
    MachineFacts(Host& host, Site site);

    bool is_class(std::string_view name) override;
    const Fact* find(std::string_view name) override;
    std::vector<std::string> keys(std::string_view name) override;
    std::vector<std::string> all_classes() override;
    std::vector<std::string> all_names() override;

private:
    using Names = std::span<const std::string_view> FactGroup::*;

    /// Runs the groups that may define `name` and have not run.
    void discover(std::string_view name, Names names);
    void discover_all();

    Host& host_;
    Site site_;
    FactSheet sheet_;
    std::vector<const FactGroup*> pending_;
};

} // namespace vow::agent
