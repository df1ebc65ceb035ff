#pragma once

#include <cstddef>
#include <new>

namespace vow {

/// The memory that the values of a run may take together, so that two lines of policy cannot take
/// all of a machine.
///
/// Counted is every block that the program has got from `operator new` since the budget began and
/// has not returned: texts, lists, data and variables of each language, results of functions, and
/// syntax trees, templates and events as well. A shared value counts once, and a value that dies no
/// longer counts. Not counted are stacks, memory of C libraries (SQLite, PCRE2), and the modules,
/// which are programs of their own.
///
/// A block that would exceed the budget is refused with BudgetExceeded, which ends the step that
/// wants it (guarded.h). Small blocks are refused only when a reserve has been used up, too, so
/// that failures can be reported and destructors, which must not throw, can work.
///
/// While there is a budget, the heap grows by large pages once a run has taken some memory
/// (heap.h).
///
/// There is one budget at a time, since `operator new` has no other place to look for it.
class Budget {
public:
    static constexpr std::size_t usual = std::size_t{1} << 30U;

    explicit Budget(std::size_t max_bytes);
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;
    /// From then on nothing is refused.
    ~Budget();

    /// Refuses nothing while it lives: for the report of a failure, and for work that is not a
    /// value of the policy, such as the exchange with a module. It counts all the same.
    class Relief {
    public:
        Relief();
        Relief(const Relief&) = delete;
        Relief& operator=(const Relief&) = delete;
        ~Relief();
    };

    /// The bytes that the program has got and not returned, whether or not a budget is in force.
    static std::size_t bytes_in_use();
    /// The size of the budget in force; meaningless without one.
    static std::size_t max_bytes();
};

/// The values of the run would take more memory than its budget.
class BudgetExceeded : public std::bad_alloc {
public:
    const char* what() const noexcept override;
};

} // namespace vow
