#include "agent/machine/large_stack.h"

#include <array>
#include <cstdint>
#include <exception>

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace vow::agent {
namespace {

/// Memory for a stack, with a page at its end that nobody may touch.
class StackMemory {
public:
    StackMemory() {
        constexpr std::array<std::size_t, 4> sizes = {
            std::size_t{4} << 30U,
            std::size_t{1} << 30U,
            std::size_t{256} << 20U,
            std::size_t{64} << 20U};
        for (const std::size_t size : sizes) {
            constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
            begin_ = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, -1, 0);
            size_ = size;
            if (begin_ != MAP_FAILED) break;
        }
        if (*this) ::mprotect(begin_, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), PROT_NONE);
    }
    StackMemory(const StackMemory&) = delete;
    StackMemory& operator=(const StackMemory&) = delete;
    ~StackMemory() {
        if (*this) ::munmap(begin_, size_);
    }

    explicit operator bool() const { return begin_ != MAP_FAILED; }
    void* begin() const { return begin_; }
    std::size_t size() const { return size_; }

private:
    void* begin_ = nullptr;
    std::size_t size_ = 0;
};

/// One visit to another stack and back.
struct Visit {
    const std::function<void()>& work;
    std::exception_ptr raised = {};
    ucontext_t home = {}, away = {};
    const void* home_stack = nullptr; ///< as the address sanitizer knows it
    std::size_t home_stack_size = 0;
};

// The address sanitizer has to be told when the stack changes.
void leave(
    [[maybe_unused]] void** kept,
    [[maybe_unused]] const void* stack,
    [[maybe_unused]] std::size_t size
) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(kept, stack, size);
#endif
}

void arrive([[maybe_unused]] void* kept, [[maybe_unused]] Visit& visit) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(kept, &visit.home_stack, &visit.home_stack_size);
#endif
}

/// makecontext() passes integers only: the visit's address comes in two halves.
void begin_visit(unsigned high, unsigned low) {
    const auto address = (std::uintptr_t{high} << 32U) | low;
    Visit& visit = *reinterpret_cast<Visit*>(address); // NOLINT(performance-no-int-to-ptr)
    arrive(nullptr, visit);
    try {
        visit.work();
    } catch (...) {
        visit.raised = std::current_exception();
    }
    leave(nullptr, visit.home_stack, visit.home_stack_size);
}

} // namespace

void on_large_stack(const std::function<void()>& work) {
    const StackMemory stack;
    if (!stack) return work();
    Visit visit{.work = work};
    ::getcontext(&visit.away);
    visit.away.uc_stack.ss_sp = stack.begin();
    visit.away.uc_stack.ss_size = stack.size();
    visit.away.uc_link = &visit.home;
    const auto address = reinterpret_cast<std::uintptr_t>(&visit);
    ::makecontext(
        &visit.away,
        reinterpret_cast<void (*)()>(&begin_visit),
        2,
        static_cast<unsigned>(address >> 32U),
        static_cast<unsigned>(address & 0xffffffffU)
    );
    void* kept = nullptr;
    leave(&kept, stack.begin(), stack.size());
    ::swapcontext(&visit.home, &visit.away);
    Visit back{.work = work};
    arrive(kept, back);
    if (visit.raised) std::rethrow_exception(visit.raised);
}

} // namespace vow::agent
