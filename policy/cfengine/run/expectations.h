#pragma once

#include "policy/run/identity.h"
#include "policy/source/names.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vow::cfengine {

/// Why a promise that a dry run skips would run: another one would be repaired, and that defines a
/// class or satisfies a handle.
struct FollowCause {
    std::vector<std::string> promises; ///< each of them would do; not empty: "files '/etc/motd'"
    std::string class_name = {};       ///< empty if this one depends on the other
};

/// The classes and handles that a real run would bring, since promises would be repaired. A dry run
/// defines none of them, but assumes them while it looks for promises that they would let through
/// (see promises/follower.h). The promises found that way bring classes and handles themselves.
class Expectations {
public:
    bool empty() const { return classes_.empty() && handles_.empty(); }

    /// Expects a class: everywhere, or only in a bundle. Returns false if it was expected already.
    bool expect_class(
        Symbol name,
        std::string_view text,
        std::optional<Symbol> bundle,
        std::span<const std::string> promises
    );
    /// Expects that the promise with a handle is kept. Returns false if that was expected already.
    bool expect_handle(const std::string& handle, std::span<const std::string> promises);
    /// Returns false if the promise or call was noted before.
    bool note_follower(std::uint64_t identity) { return followers_.insert(identity); }

    bool is_assumed() const { return depth_ > 0; }
    /// Whether the class is assumed now: it is expected everywhere or in `bundle`.
    bool assumes_class(Symbol name, Symbol bundle) {
        return is_assumed() && finds_class(name, bundle);
    }
    bool assumes_handle(const std::string& handle);
    /// Makes this the cause of the running assumption, unless it has one. Borrows it as long as
    /// that lives.
    void need(const FollowCause& cause);
    /// The first expectation that was needed in the running assumption, or else that of the one
    /// around it; null if none was.
    const FollowCause* cause() const { return cause_; }

private:
    friend class Assumption;

    struct ExpectedClass {
        std::optional<Symbol> bundle;
        FollowCause cause;
    };

    bool finds_class(Symbol name, Symbol bundle);

    std::unordered_multimap<Symbol, ExpectedClass> classes_; // elements stay where they are
    std::unordered_map<std::string, FollowCause> handles_;
    IdentitySet followers_;
    int depth_ = 0;
    bool has_need_ = false; ///< of the running assumption itself
    const FollowCause* cause_ = nullptr;
};

/// Assumes what is expected as long as it lives. They nest: a promise of a bundle that would be
/// called may itself wait for a class.
class Assumption {
public:
    explicit Assumption(Expectations& expected)
        : expected_(expected),
          had_need_(std::exchange(expected.has_need_, false)),
          before_(expected.cause_) {
        ++expected.depth_;
    }
    Assumption(const Assumption&) = delete;
    Assumption& operator=(const Assumption&) = delete;
    ~Assumption() {
        --expected_.depth_;
        expected_.has_need_ = had_need_;
        expected_.cause_ = before_;
    }

private:
    Expectations& expected_;
    bool had_need_;
    const FollowCause* before_;
};

} // namespace vow::cfengine
