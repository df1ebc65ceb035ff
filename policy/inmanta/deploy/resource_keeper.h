#pragma once

#include "policy/inmanta/deploy/resource_result.h"
#include "policy/inmanta/export/resource.h"
#include "policy/run/world.h"

#include <string>
#include <string_view>

namespace vow::inmanta {

/// Keeps one resource by promises of bundled modules.
class ResourceKeeper {
public:
    /// Whether something that the resource requires has changed, so that it reloads.
    enum class Reload { no, yes };

    /// Borrows all. `policy` decides whether it changes anything; `origin` is that of the promises.
    ResourceKeeper(
        const Resource& resource, World& world, Terms::Policy policy, const Origin& origin
    )
        : resource_(resource),
          world_(world),
          policy_(policy),
          origin_(origin) {}

    ResourceResult keep(Reload reload);

private:
    void keep_file();
    void keep_directory();
    void remove_directory();
    void keep_symlink();
    void keep_service();
    void keep_package();
    void keep_command();
    void keep_described();
    void keep_by_handler();
    void read_state(const Outcome& outcome, const std::string& last_line);
    void note_creation();
    void keep_nothing();
    bool needs_command();
    std::optional<int> status_of(const std::string& command);
    void run_command(const std::string& command);

    /// Keeps a promise unless an earlier one has failed.
    void keep_promise(const std::string& type, const std::string& promiser, Attributes attributes);
    void keep_promise(const PromiseType& type, const std::string& promiser, Attributes attributes);
    void fail(std::string reason);
    bool has_failed() const { return result_.state == ResourceState::failed; }
    Data permissions() const;

    const Resource& resource_;
    World& world_;
    Terms::Policy policy_;
    const Origin& origin_;
    Reload reload_ = Reload::no;
    ResourceResult result_ = {};
    ResourceChange change_ = ResourceChange::updated; ///< that a repair is
};

} // namespace vow::inmanta
