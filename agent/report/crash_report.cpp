#include "agent/report/crash_report.h"

#include "agent/exit_status.h"

#include <array>
#include <atomic>
#include <csignal>

#include <unistd.h>

namespace vow::agent {
namespace {

// A handler can use only variables with static lifetime. It has a stack of its own, since the fault
// may be a stack overflow.
std::atomic<const Output*> unwritten = nullptr;
std::atomic<const Promise*> being_kept = nullptr;
std::array<char, 64 * 1024> handler_stack;

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
    if (const Promise* promise = being_kept) {
        print(STDERR_FILENO, ", while keeping ");
        print(STDERR_FILENO, promise->type->name);
        print(STDERR_FILENO, " '");
        print(STDERR_FILENO, promise->promiser);
        print(STDERR_FILENO, "' of ");
        print(STDERR_FILENO, promise->origin.file);
    }
    print(STDERR_FILENO, "\n");
    ::_exit(number_of(ExitStatus::fault));
}

void set_handlers(void (*handler)(int)) {
#if !defined(__SANITIZE_ADDRESS__) // which has its own report
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

CrashReport::CrashReport(const Output& output) {
    unwritten = &output;
    being_kept = nullptr;
    stack_t stack{};
    stack.ss_sp = handler_stack.data();
    stack.ss_size = handler_stack.size();
    ::sigaltstack(&stack, nullptr);
    set_handlers(&vow_report_crash);
}

CrashReport::~CrashReport() {
    set_handlers(SIG_DFL);
    unwritten = nullptr;
    being_kept = nullptr;
}

void CrashReport::receive(const Event& event) {
    if (const auto* started = std::get_if<PromiseStarted>(&event))
        being_kept = &started->promise;
    else if (std::holds_alternative<PromiseDone>(event))
        being_kept = nullptr;
}

} // namespace vow::agent
