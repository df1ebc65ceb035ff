#pragma once

#include "policy/run/in_order.h"
#include "policy/source/names.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace vow::cfengine {

/// The custom promises of a section that are under way together, and what of the evaluation they
/// may change when their outcomes are passed on. Whoever is about to read such a thing waits for
/// them first: so each promise is evaluated as if all before it had been kept already, and what
/// cannot be told apart is taken for read. What is asked while an outcome is passed on waits for
/// nothing: that happens in the order of the promises.
class PendingPromises {
public:
    /// What one promise may change.
    struct Writes {
        Symbol bundle;
        Symbol type;                  ///< its variables: TYPE[..]
        std::optional<Symbol> name;   ///< and HANDLE[..]
        std::string handle;           ///< qualified: others may depend on it
        bool cancels_classes = false; ///< else it may define any, but take none away
    };

    PendingPromises(Observer& observer, PromiseKeeper& keeper)
        : order_(observer, keeper),
          keeper_(keeper) {}

    /// Who is to be told of everything in this evaluation.
    Observer& observer() { return order_; }

    /// Whether a promise of this type may be one of several.
    bool takes(const PromiseType& type) const {
        return !order_.is_empty() || keeper_.room(type) != PromiseKeeper::Room::none;
    }
    /// Begins to keep a promise; `each` is told of its outcome in its turn.
    void begin(Promise promise, Writes writes, InOrder::Each each);
    /// Waits for all.
    void finish() { order_.finish(); }

    // --- what is about to be read ---

    /// Whether it waited, so that it may be otherwise now.
    bool wait_for_class_writers(bool is_defined) {
        return is_waited_for() && wait_for_class(is_defined);
    }
    void wait_for_variable_writers(Symbol bundle, Symbol name) {
        if (is_waited_for()) wait_for_variable(bundle, name);
    }
    void wait_for_handle_writers(std::string_view handle) {
        if (is_waited_for()) wait_for_handle(handle);
    }
    /// In which order promises of one promiser are kept may matter.
    void wait_for_promiser(std::string_view promiser) {
        if (is_waited_for() && order_.has(promiser)) finish();
    }
    /// The machine, or more than can be named.
    void wait_for_all_pending() {
        if (is_waited_for()) finish();
    }

private:
    bool is_waited_for() const { return !order_.is_live(); }
    bool wait_for_class(bool is_defined);
    void wait_for_variable(Symbol bundle, Symbol name);
    void wait_for_handle(std::string_view handle);

    InOrder order_;
    PromiseKeeper& keeper_;
    std::deque<Writes> writes_; ///< of those under way, in order
};

} // namespace vow::cfengine
