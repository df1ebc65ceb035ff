#pragma once

#include "agent/planning/plan_file.h"
#include "protocol/promise/outcome.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vow::agent {

/// Whether `vow apply` keeps the promises whose effect a plan cannot predict.
enum class UntoldPromises { refused, run };

/// A promise as a plan names it, without secrets.
struct PlannedPromise {
    std::string promise; ///< "files '/etc/motd'"
    std::string place;   ///< "motd.cf:6"

    friend auto operator<=>(const PlannedPromise&, const PlannedPromise&) =
        default; // NOLINT(modernize-use-nullptr)
};

/// The changes of a plan while it is applied: decides whether a promise would still do what was
/// planned. It follows what this apply has already changed, since a plan is made on the unchanged
/// host: a file that one promise was to create is there for the next.
///
/// Values that are secret are compared as the plan has them, masked.
class PlannedChanges {
public:
    explicit PlannedChanges(const PlanFile& plan);

    /// The reason why a promise that would be repaired must not be kept, for people; empty if all
    /// that it would change was planned. `warning` is the first line that it logged, which
    /// represents it if it reports no changes.
    std::string objection_to(
        const PlannedPromise& promise, const Data& changes, const std::string& warning
    ) const;
    /// The same for a promise whose effect nothing can predict.
    std::string objection_to_untold(const PlannedPromise& promise, UntoldPromises untold) const;
    /// Whether a promise waits for others in the plan, and one of them was repaired by now; or
    /// kept, if it only waits for that.
    bool is_due(const PlannedPromise& promise) const;

    /// Notes that a promise was repaired.
    void note(const PlannedPromise& promise, const Data& changes);
    /// Notes that a promise was kept already.
    void note_kept(const PlannedPromise& promise) { kept_.insert(promise.promise); }

private:
    /// An object that this apply has changed.
    struct Changed {
        bool is_created = false;
        Data content = {}; ///< after the last change; null if it is not known
    };

    /// A promise that lets through another one.
    struct Cause {
        std::string promise;
        bool is_dependency; ///< it only has to be kept
    };

    void add_causes(const Data& follower);
    bool came_true(const Cause& cause) const;
    static bool is_from(const Changed& changed, const Data& before);
    bool is_planned(const Data& change, const std::vector<Data>& planned) const;
    bool continues(const Data& change, const Data& planned) const;

    std::map<PlannedPromise, std::vector<Data>> changes_;
    std::set<PlannedPromise> untold_;
    /// By type and place, as promisers can have references.
    std::multimap<PlannedPromise, Cause> causes_;
    std::unordered_set<std::string> repaired_, kept_;  ///< promises, without their places
    std::unordered_map<std::string, Changed> changed_; ///< by object
};

/// The changes of a promise in the form of a plan. One that reports none has one that its warning
/// describes.
Data planned_form(const PlannedPromise& promise, const Data& changes, const std::string& warning);

} // namespace vow::agent
