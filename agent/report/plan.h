#pragma once

#include "agent/report/change_text.h"
#include "agent/report/reason.h"
#include "policy/run/observer.h"
#include "protocol/data/data.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vow::agent {

/// Collects from the events of a dry run the changes that a run would make, for `vow plan` to print
/// when it has ended. It does not check that a real run makes them.
class Plan : public Observer {
public:
    void receive(const Event& event) override;
    bool wants_details() const override { return true; }

    /// Adds changes that happened during some promises, or before all; it is not known which of
    /// them made each.
    void add_loose(const std::vector<std::string>& during, const std::vector<vow::Change>& changes);

    /// One block for each change, then what follows, what cannot be told, what failed, and a line
    /// of totals. Without control characters of policies and files.
    std::string text(Colored colored) const;
    /// {changes, follows, untold}, each an array, as plan files have them (docs/commands.md).
    Data document() const;
    /// {change, follow, kept, cannot_be_told, failed}.
    Data totals() const;
    /// True if some promise would be repaired.
    bool has_changes() const { return changed_ > 0; }

private:
    /// A promise with what a reader wants to know of it.
    struct Entry {
        std::string promise; ///< "files '/etc/motd'"
        std::string place;
        std::string why = {};
        Data reason = {}; ///< the same for programs
    };
    struct Change {
        Entry of;
        vow::Change change;
        std::string_view preposition = "by"; ///< before the promise
    };
    struct Follower {
        Entry of;
        std::string cause;      ///< the promise that it follows
        std::string class_name; ///< that this one defines; empty if it is only depended on
    };

    void note(const PromiseDone& done);
    void note(const PromiseFollows& follows);
    void add_changes(const PromiseDone& done, const std::string& warning);
    Data because_of(const Follower& follower) const;
    static std::string why_of(const Follower& follower);

    FirstLines first_lines_;
    std::vector<Change> changes_;
    std::vector<Follower> followers_;
    /// By class, the promises that would define it, in their order.
    std::map<std::string, std::vector<std::string>, std::less<>> expected_;
    std::vector<Entry> untold_;
    std::vector<Entry> failed_;
    std::uint64_t changed_ = 0, kept_ = 0; ///< promises
    std::uint64_t errors_ = 0;             ///< outside of promises
};

} // namespace vow::agent
