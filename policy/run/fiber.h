#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace vow {

/// A function with a stack of its own, which can be suspended and resumed. The caller of resume()
/// runs it until it suspends or ends. Used from one thread, and not for parallel work.
///
/// Exceptions stay with their fiber: it may suspend in a `catch` block and in a destructor that an
/// exception has called.
class Fiber {
public:
    /// The size of a stack in bytes. Only the used pages cost memory. If the machine refuses a
    /// large reservation, a smaller one is made.
    enum class Stack : std::size_t {
        usual = std::size_t{1} << 20U,
        large = std::size_t{512} << 20U, ///< for some thousand nested calls
        deep = std::size_t{4} << 30U,    ///< for recursion as deep as a policy nests
    };

    /// Throws std::bad_alloc when the stack cannot be allocated.
    Fiber(Stack stack, std::function<void()> body);
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;
    /// The body must have ended, or not begun.
    ~Fiber();

    /// Runs the body until it suspends or ends. Throws the exception that ended it. Must not be
    /// called after it has ended.
    void resume();
    /// Returns to the caller of resume(). Only from inside the body.
    void suspend();
    bool has_ended() const;

private:
    class Switch; ///< only the .cpp file sees Boost.Context
    std::unique_ptr<Switch> switch_;
};

/// Calls `work` on a deep stack of its own. Exceptions propagate as from a plain call.
void run_on_deep_stack(std::function<void()> work);

} // namespace vow
