// Measures the cost of one promise kept by a module: the agent's own cpu time, without the
// module's.
//
//   cd build/release && taskset -c 0 ./exchange_bench ./instant_json [PROMISES [ROUNDS]]
//
// Pin it to one cpu, as above: otherwise waking the other cpu is most of what is measured.
#include "protocol/client/module_host.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <sys/resource.h>

namespace {

class Counting final : public vow::PromiseListener {
public:
    void log(vow::LogLevel, std::string_view) override {}
    void done(vow::Outcome outcome) override {
        if (outcome.result() != vow::Verdict::kept) ++not_kept;
        ++told;
    }

    int told = 0;
    int not_kept = 0;
};

double cpu_microseconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto of = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_usec);
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

struct Cost {
    double cpu, wall; ///< microseconds a promise
};

Cost one_round(vow::client::ModuleHost& host, const vow::PromiseType& type, int promises) {
    using Clock = std::chrono::steady_clock;
    Counting counting;
    const double cpu = cpu_microseconds();
    const auto wall = Clock::now();
    for (int i = 0; i < promises; ++i) {
        const vow::Promise promise{
            .type = &type,
            .promiser = "/tmp/file_" + std::to_string(i),
            .attributes = {{"repo", "https://example.org/repository.git"}, {"version", "main"}},
            .origin = {.file = "/etc/vow/policy.cf", .line = 12}};
        host.start(promise, counting);
        while (counting.told <= i && host.wait({})) {
        }
    }
    if (counting.not_kept > 0) std::exit(1);
    const double passed = std::chrono::duration<double, std::micro>(Clock::now() - wall).count();
    return {(cpu_microseconds() - cpu) / promises, passed / promises};
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s MODULE [PROMISES [ROUNDS]]\n", argv[0]);
        return 2;
    }
    const vow::PromiseType type{"bench", "", argv[1]};
    const int promises = argc > 2 ? std::atoi(argv[2]) : 10'000;
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 7;
    vow::client::ModuleHost host({});
    one_round(host, type, 100);
    std::vector<double> cpu;
    std::vector<double> wall;
    for (int i = 0; i < rounds; ++i) {
        const Cost cost = one_round(host, type, promises);
        cpu.push_back(cost.cpu);
        wall.push_back(cost.wall);
    }
    std::sort(cpu.begin(), cpu.end());
    std::sort(wall.begin(), wall.end());
    std::printf(
        "%d promises, median of %d rounds: agent cpu %.1f us, wall %.1f us a promise\n",
        promises,
        rounds,
        cpu[cpu.size() / 2],
        wall[wall.size() / 2]
    );
}
