#include "agent/keepers/background_promises.h"

#include <cerrno>

#include <sys/wait.h>
#include <unistd.h>

namespace vow::agent {

void BackgroundPromises::start(const Promise& promise, PromiseListener& listener) {
    listener.log(LogLevel::verbose, "Backgrounding job '" + promise.promiser + "'");
    log_.flush();
    const pid_t process = output_.fork();
    if (process < 0) return bundled_.keep(promise, listener);
    if (process == 0) {
        bundled_.keep(promise, listener);
        log_.flush();
        ::_exit(0);
    }
    processes_.push_back(process);
    listener.done({});
}

void BackgroundPromises::wait(const Stop& stop) {
    for (const pid_t process : processes_) {
        while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
            if (stop.signal() != 0) return;
        }
    }
    processes_.clear();
}

} // namespace vow::agent
