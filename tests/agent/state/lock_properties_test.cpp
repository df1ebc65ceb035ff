#include "agent/state/disk_state.h"
#include "tests/support/fake_host.h"
#include "tests/support/fake_state.h"
#include "tests/support/property.h"
#include "tests/support/temporary_folder.h"

#include <memory>

namespace lock_properties_test {

using namespace vow;
using namespace std::chrono_literals;

namespace {

enum class Action { take, give_back, pass_time, open_again };

struct Step {
    Action action;
    std::uint64_t promise;
    int number; ///< minutes of ifelapsed, or seconds that pass
};

Step random_step() {
    return {
        *rc::gen::element(Action::take, Action::give_back, Action::pass_time, Action::open_again),
        *rc::gen::inRange<std::uint64_t>(1, 4),
        *rc::gen::inRange(0, 100)};
}

} // namespace

TEST_CASE("locks on disk behave like locks in memory") {
    tests::check_property("the same answers", [] {
        const tests::TemporaryFolder folder;
        test::FakeHost host;
        test::FakeState model(host.clock);
        const auto open = [&] {
            return std::make_unique<agent::DiskState>(
                folder.path(), host, [](LogLevel, std::string_view) {}
            );
        };
        auto state = open();
        const auto steps = *rc::gen::container<std::vector<Step>>(rc::gen::exec(random_step));
        for (const Step& step : steps) {
            const LockTerms terms{
                .if_elapsed = std::chrono::minutes(step.number % 3), .expire_after = 120min};
            switch (step.action) {
            case Action::take:
                RC_ASSERT(
                    state->take_lock(step.promise, terms) == model.take_lock(step.promise, terms)
                );
                break;
            case Action::give_back:
                state->give_back(step.promise);
                model.give_back(step.promise);
                break;
            case Action::pass_time: host.clock.now += std::chrono::seconds(step.number); break;
            case Action::open_again:
                state.reset();
                state = open();
                break;
            }
        }
    });
}

} // namespace lock_properties_test
