#include "protocol/harness/adoption.h"

#include "protocol/system/process_table.h"

#include <algorithm>
#include <csignal>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::harness {
namespace {

bool adopts() {
    int answer = 0;
    return ::prctl(PR_GET_CHILD_SUBREAPER, &answer) == 0 && answer != 0;
}

} // namespace

Adoption::Adoption() : known_(children_of(::getpid())), was_adopting_(adopts()) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Adoption::~Adoption() {
    // A killed process leaves its own children to us, so this takes one round per generation.
    for (auto left = children(); !left.empty(); left = children()) {
        for (const int process : left) {
            ::kill(process, SIGKILL);
            ::waitpid(process, nullptr, 0);
        }
    }
    ::prctl(PR_SET_CHILD_SUBREAPER, was_adopting_ ? 1 : 0);
}

std::vector<int> Adoption::adopted(int module) const {
    std::vector<int> found = children();
    std::erase_if(found, [&](int child) { return child == module || !is_alive(child); });
    return found;
}

std::vector<int> Adoption::children() const {
    std::vector<int> found = children_of(::getpid());
    std::erase_if(found, [&](int child) {
        return std::find(known_.begin(), known_.end(), child) != known_.end();
    });
    return found;
}

} // namespace vow::harness
