#include "protocol/harness/processor_share.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace vow::harness {
namespace {

using std::chrono::nanoseconds;

constexpr int max_generations = 8;

void add_share(ProcessorShare& sum, int process, int generations) {
    const std::string folder = "/proc/" + std::to_string(process);
    std::ifstream in(folder + "/schedstat");
    nanoseconds::rep used = 0;
    nanoseconds::rep waited = 0;
    if (in >> used >> waited) {
        sum.used += nanoseconds(used);
        sum.waited += nanoseconds(waited);
    }
    if (generations == 0) return;
    std::ifstream children(folder + "/task/" + std::to_string(process) + "/children");
    for (int child = 0; children >> child;)
        add_share(sum, child, generations - 1);
}

} // namespace

std::optional<ProcessorShare> processor_share_of(int process) {
    ProcessorShare sum;
    add_share(sum, process, max_generations);
    if (sum.used == nanoseconds::zero()) return std::nullopt;
    return sum;
}

ProcessorShare share_between(const ProcessorShare& begin, const ProcessorShare& end) {
    return {
        .used = std::max(end.used - begin.used, nanoseconds::zero()),
        .waited = std::max(end.waited - begin.waited, nanoseconds::zero())};
}

bool was_starved(const ProcessorShare& share, nanoseconds duration) {
    return share.waited > duration / 2;
}

} // namespace vow::harness
