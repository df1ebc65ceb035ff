#include "agent/report/crash_report.h"

#include "agent/exit_status.h"
#include "modules/bundled.h"
#include "policy/run/sanitizers.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <utility>

#include <unistd.h>

namespace vow::agent {
namespace {

// A handler can use only variables with static lifetime. It has a stack of its own, since the fault
// may be a stack overflow.
std::atomic<const Output*> unwritten = nullptr;
std::atomic<const Promise*> being_kept = nullptr;
std::atomic<bool> is_kept_here = false; // by a bundled module inside this program
std::array<char, 64 * 1024> handler_stack;
std::atomic<std::int64_t> next_notice = 0;     // seconds of the monotonic clock
std::atomic<std::int64_t> between_notices = 0; // seconds
std::optional<timer_t> timer;

void print(int descriptor, std::string_view text) {
    [[maybe_unused]] const ssize_t written = ::write(descriptor, text.data(), text.size());
}

std::string_view name_of(int signal) {
    switch (signal) {
    case SIGSEGV: return "bad memory access, or no more stack";
    case SIGBUS: return "bad memory access";
    case SIGFPE: return "bad arithmetic";
    case SIGILL: return "bad instruction";
    default: return "aborted";
    }
}

extern "C" void vow_report_crash(int signal) {
    if (const Output* output = unwritten) print(STDOUT_FILENO, output->pending());
    print(STDERR_FILENO, "vow: fault: ");
    print(STDERR_FILENO, name_of(signal));
    name_promise_at_work(", while ", "");
    print(STDERR_FILENO, "\n");
    ::_exit(number_of(ExitStatus::fault));
}

std::int64_t seconds_now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/// Called once a second.
extern "C" void vow_watch(int) {
    const int error = errno;
    const Promise* promise = being_kept;
    if (promise != nullptr && is_kept_here && seconds_now() >= next_notice) {
        next_notice += between_notices;
        name_promise_at_work("vow: still ", "\n");
    }
    errno = error;
}

/// A periodic timer costs less than one that is set for each promise.
void watch(std::chrono::seconds patience) {
    between_notices = patience.count();
    struct sigaction action {};
    action.sa_handler = &vow_watch;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGVTALRM, &action, nullptr);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGVTALRM;
    timer_t made{};
    if (::timer_create(CLOCK_MONOTONIC, &event, &made) != 0) return;
    timer = made;
    const itimerspec each_second{.it_interval = {1, 0}, .it_value = {1, 0}};
    ::timer_settime(made, 0, &each_second, nullptr);
}

/// Other modules have processes, whose keeper names what takes long.
bool is_bundled_inside(const PromiseType& type) {
    if (!type.path.empty()) return false;
    const modules::BundledModule* module = modules::find_bundled_module(type.name);
    return module != nullptr && module->home == modules::Home::agent;
}

void stop_watching() {
    if (const auto made = std::exchange(timer, std::nullopt)) ::timer_delete(*made);
}

void set_handlers(void (*handler)(int)) {
#if !VOW_ADDRESS_SANITIZER // which has its own report
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        ::sigaction(fault, &action, nullptr);
#else
    static_cast<void>(handler);
#endif
}

} // namespace

CrashReport::CrashReport(const Output& output, std::optional<std::chrono::seconds> patience) {
    unwritten = &output;
    being_kept = nullptr;
    stack_t stack{};
    stack.ss_sp = handler_stack.data();
    stack.ss_size = handler_stack.size();
    ::sigaltstack(&stack, nullptr);
    set_handlers(&vow_report_crash);
    if (patience) watch(*patience);
}

CrashReport::~CrashReport() {
    stop_watching();
    set_handlers(SIG_DFL);
    unwritten = nullptr;
    being_kept = nullptr;
}

void CrashReport::receive(const Event& event) {
    if (const auto* started = std::get_if<PromiseStarted>(&event)) {
        if (between_notices > 0) next_notice = seconds_now() + between_notices;
        is_kept_here = is_bundled_inside(*started->promise.type);
        being_kept = &started->promise;
    } else if (std::holds_alternative<PromiseDone>(event)) {
        being_kept = nullptr;
    }
}

void name_promise_at_work(std::string_view before, std::string_view after) {
    const Promise* promise = being_kept;
    if (promise == nullptr) return;
    for (const std::string_view part :
         {before,
          std::string_view("keeping "),
          std::string_view(promise->type->name),
          std::string_view(" '"),
          std::string_view(promise->promiser),
          std::string_view("' of "),
          std::string_view(promise->origin.file),
          after}) {
        print(STDERR_FILENO, part);
    }
}

} // namespace vow::agent
