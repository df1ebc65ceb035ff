#pragma once

#include "policy/run/in_order.h"
#include "policy/run/named_paths.h"
#include "policy/source/names.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace vow::cfengine {

/// The promises that are pending together, and the parts of the evaluation that their outcomes may
/// change. A read of such a part waits for them first, so each promise is evaluated as if all
/// before it had been kept. Reads while an outcome is passed on do not wait: outcomes are passed on
/// in the order of the promises.
class PendingPromises {
public:
    /// The parts that one promise may change.
    struct Writes {
        Symbol bundle;
        Symbol type;                  ///< its variables: TYPE[..]
        std::optional<Symbol> name;   ///< and HANDLE[..]
        std::string handle;           ///< others may depend on it
        bool cancels_classes = false; ///< by name only: it may cancel classes in either case
        /// The order of the promises of its type does not matter: its module declares it.
        bool is_unordered = false;
        NamedPaths paths = {}; ///< of files that it may read or change
    };

    PendingPromises(Observer& observer, PromiseKeeper& keeper)
        : order_(observer, keeper),
          keeper_(keeper) {}

    /// Receives all events of this evaluation.
    Observer& observer() { return order_; }

    /// Whether the module of a type allows that its promises overlap others. While others are
    /// pending, waits until that is known.
    PromiseKeeper::Overlap overlap(const PromiseType& type);
    /// Starts a promise, and leaves it pending; `each` receives its outcome after those of the
    /// promises before it. First waits for promises that name the same files, and until work on it
    /// can begin.
    void begin(Promise promise, Writes writes, InOrder::Each each);
    /// Waits until work on one more promise of a type would begin at once.
    void wait_for_room(const PromiseType& type);
    /// Waits for all promises, keeps this one, and waits for it.
    void keep_alone(Promise promise, InOrder::Each each);
    /// Waits until it is known whether the module of a type lets its promises overlap others, and
    /// if it does not, for all promises.
    void finish_unless_allowed(const PromiseType& type);
    /// Waits for all promises.
    void finish() { order_.finish(); }

    // --- before a read ---

    /// `is_defined` is the answer so far. Returns true when it waited: the answer may have changed.
    bool wait_for_class_writers(bool is_defined) {
        return is_waited_for() && wait_for_class(is_defined);
    }
    void wait_for_variable_writers(Symbol bundle, Symbol name) {
        if (is_waited_for()) wait_for_variable(bundle, name);
    }
    void wait_for_handle_writers(std::string_view handle) {
        if (is_waited_for()) wait_for_handle(handle);
    }
    /// The order in which promises of equal promiser are kept may matter.
    void wait_for_promiser(std::string_view promiser) {
        if (is_waited_for() && order_.has(promiser)) finish();
    }
    /// For reads of the machine, and of names that are not known beforehand.
    void wait_for_all_pending() {
        if (is_waited_for()) finish();
    }

private:
    /// More promises do not start: the first of them may take long, and the others' lines wait.
    static constexpr std::size_t max_pending = 1000;

    bool is_waited_for() const { return !order_.is_live(); }
    bool wait_for_class(bool is_defined);
    void wait_for_variable(Symbol bundle, Symbol name);
    void wait_for_handle(std::string_view handle);
    bool shares_files(const Writes& writes) const;

    InOrder order_;
    PromiseKeeper& keeper_;
    std::deque<Writes> writes_; ///< of the pending promises, in order
};

} // namespace vow::cfengine
