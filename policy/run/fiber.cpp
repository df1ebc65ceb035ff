#include "policy/run/fiber.h"

#include "policy/run/sanitizers.h"

#include <boost/context/fiber.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include <cxxabi.h>
#include <sys/mman.h>
#include <unistd.h>

#if VOW_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if VOW_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
// Calls and returns of this function do not count: between them, the stack of calls is another one.
#define VOW_UNCOUNTED __attribute__((no_sanitize("thread")))
#else
#define VOW_UNCOUNTED
#endif

namespace vow {
/// Parts of Fiber::Switch, whose members need named types.
namespace fiber_parts {

/// The last frames on a stack have not returned; for the address sanitizer, what is mapped here
/// next would be theirs.
inline void forget_frames([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t size) {
#if VOW_ADDRESS_SANITIZER
    __asan_unpoison_memory_region(begin, size);
#endif
}

/// Memory for a stack, with a page at its end that no code may touch.
class FiberStack {
public:
    explicit FiberStack(std::size_t wanted) {
        for (size_ = std::min(wanted, max_size); size_ >= least; size_ /= 2) {
            constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
            begin_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, flags, -1, 0);
            if (begin_ == MAP_FAILED) continue;
            ::mprotect(begin_, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), PROT_NONE);
            return;
        }
        throw std::bad_alloc();
    }
    FiberStack(const FiberStack&) = delete;
    FiberStack& operator=(const FiberStack&) = delete;
    ~FiberStack() {
        forget_frames(begin_, size_);
        ::munmap(begin_, size_);
    }

    void* begin() const { return begin_; }
    std::size_t size() const { return size_; }

private:
    static constexpr std::size_t least = std::size_t{256} << 10U;
#if VOW_ADDRESS_SANITIZER
    /// The address sanitizer warns of larger ones, on the standard error that tests read.
    static constexpr std::size_t max_size = std::size_t{60} << 20U;
#else
    static constexpr std::size_t max_size = std::size_t{4} << 30U;
#endif

    void* begin_ = MAP_FAILED;
    std::size_t size_ = 0;
};

/// Gives Boost.Context existing memory, which it would otherwise allocate.
struct LentStack {
    const FiberStack& memory;

    boost::context::stack_context allocate() const {
        boost::context::stack_context stack;
        stack.size = memory.size();
        stack.sp = static_cast<char*>(memory.begin()) + memory.size();
        return stack;
    }
    void deallocate(boost::context::stack_context&) const {}
};

/// The exceptions in flight or being handled. The C++ run time has one such record per thread
/// (Itanium C++ ABI, section 2.2.2), and each fiber needs its own.
struct ExceptionRecord {
    void* caught = nullptr;
    unsigned uncaught = 0;
};

inline ExceptionRecord exchange_exceptions(const ExceptionRecord& next) {
    auto& current = *reinterpret_cast<ExceptionRecord*>(abi::__cxa_get_globals());
    return std::exchange(current, next);
}

/// One side of a switch, as the sanitizers see it.
struct Side {
    const void* stack = nullptr;
    std::size_t size = 0;
    void* address_record = nullptr; ///< of the address sanitizer, while it is left
    void* thread_record = nullptr;  ///< of the thread sanitizer
};

enum class Return { later, never };

VOW_UNCOUNTED inline void announce_switch(
    [[maybe_unused]] Side& from, [[maybe_unused]] const Side& to, [[maybe_unused]] Return back
) {
#if VOW_ADDRESS_SANITIZER
    void** record = back == Return::later ? &from.address_record : nullptr;
    __sanitizer_start_switch_fiber(record, to.stack, to.size);
#endif
#if VOW_THREAD_SANITIZER
    from.thread_record = __tsan_get_current_fiber();
    // Functions that return for good do so on the stack that they were called on.
    if (back == Return::later) __tsan_switch_to_fiber(to.thread_record, 0);
#endif
}

/// Learns at the same time which stack was left.
VOW_UNCOUNTED inline void finish_switch([[maybe_unused]] Side& to, [[maybe_unused]] Side& from) {
#if VOW_ADDRESS_SANITIZER
    __sanitizer_finish_switch_fiber(to.address_record, &from.stack, &from.size);
#endif
#if VOW_THREAD_SANITIZER
    if (__tsan_get_current_fiber() != to.thread_record) __tsan_switch_to_fiber(to.thread_record, 0);
#endif
}

} // namespace fiber_parts

class Fiber::Switch {
public:
    Switch(Stack stack, std::function<void()> body)
        : memory_(static_cast<std::size_t>(stack)),
          body_(std::move(body)),
          there_{.stack = memory_.begin(), .size = memory_.size()} {
#if VOW_THREAD_SANITIZER
        there_.thread_record = __tsan_create_fiber(0);
#endif
    }
    Switch(const Switch&) = delete;
    Switch& operator=(const Switch&) = delete;
#if VOW_THREAD_SANITIZER
    ~Switch() {
        __tsan_destroy_fiber(there_.thread_record);
    }
#endif

    void go_there() {
        if (!has_begun_) begin();
        const fiber_parts::ExceptionRecord ours = fiber_parts::exchange_exceptions(exceptions_);
        fiber_parts::announce_switch(here_, there_, fiber_parts::Return::later);
        away_ = std::move(away_).resume();
        fiber_parts::finish_switch(here_, there_);
        exceptions_ = fiber_parts::exchange_exceptions(ours);
        if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
    }
    void go_back() {
        fiber_parts::announce_switch(there_, here_, fiber_parts::Return::later);
        home_ = std::move(home_).resume();
        fiber_parts::finish_switch(there_, here_);
    }
    bool has_begun() const {
        return has_begun_;
    }
    bool has_ended() const {
        return has_ended_;
    }

private:
    void begin();

    fiber_parts::FiberStack memory_;
    std::function<void()> body_;
    fiber_parts::Side here_, there_;
    boost::context::fiber away_, home_;       ///< each is where the other side goes on
    fiber_parts::ExceptionRecord exceptions_; ///< of the body, while it is suspended
    std::exception_ptr raised_;
    bool has_begun_ = false;
    bool has_ended_ = false;
};

void Fiber::Switch::begin() {
    has_begun_ = true;
    away_ = boost::context::fiber(
        std::allocator_arg,
        fiber_parts::LentStack{memory_},
        [this](boost::context::fiber&& home) {
            home_ = std::move(home);
            fiber_parts::finish_switch(there_, here_);
            try {
                body_();
            } catch (...) {
                raised_ = std::current_exception();
            }
            has_ended_ = true;
            fiber_parts::announce_switch(there_, here_, fiber_parts::Return::never);
            return std::move(home_);
        }
    );
}

Fiber::Fiber(Stack stack, std::function<void()> body)
    : switch_(std::make_unique<Switch>(stack, std::move(body))) {}

Fiber::~Fiber() {
    if (switch_->has_begun() && !switch_->has_ended()) std::terminate();
}

void Fiber::resume() {
    switch_->go_there();
}

void Fiber::suspend() {
    switch_->go_back();
}

bool Fiber::has_ended() const {
    return switch_->has_ended();
}

void run_on_deep_stack(std::function<void()> work) {
    Fiber(Fiber::Stack::deep, std::move(work)).resume();
}

} // namespace vow
