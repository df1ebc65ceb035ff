#include "policy/otterscript/language.h"
#include "protocol/text/text.h"
#include "tests/support/fake_world.h"
#include "tools/fuzz/fuzzing.h"

#include <array>

using namespace vow;

namespace {

constexpr std::size_t max_bytes_to_run = 600;

std::size_t count(std::string_view text, std::string_view word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
        ++found;
    return found;
}

/// A plan may repeat its work as often as it likes. Those that are run do it seldom.
bool ends_soon(std::string_view plan) {
    if (plan.size() > max_bytes_to_run) return false;
    const std::string text = lower_case(plan);
    constexpr std::array repeated = {"call", "range", "retry", "osexec", "pad", "eval", "listset"};
    for (const std::string_view word : repeated) {
        if (text.find(word) != text.npos) return false;
    }
    return count(text, "foreach") <= 2 && count(text, "][") == 0;
}

class EveryLine final : public Observer {
public:
    LogLevel log_level() const override { return LogLevel::debug; }
    void receive(const Event& event) override {
        if (const auto* line = std::get_if<LogLine>(&event)) bytes += line->text.size();
    }

    std::size_t bytes = 0;
};

} // namespace

/// Reads any bytes as a plan, checks it, renders every message, and runs it on a machine of fakes
/// in each mode.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string plan(fuzz::text_of(bytes, size));
    for (const auto mode : {otterscript::Mode::execute, otterscript::Mode::collect_then_execute}) {
        test::FakeWorld fakes;
        EveryLine observer;
        World world = fakes.world.with(fakes.keeper, observer);
        fakes.host.files["plan.otter"] = plan;
        for (const auto* type : {"files", "commands", "http"})
            fakes.catalogue.add({.name = type, .path = "/bin/module"});
        const auto language = otterscript::make_language({.mode = mode});
        Diagnostics diagnostics;
        const auto policy = language->load("plan.otter", world, diagnostics);
        for (const Diagnostic& item : diagnostics.sorted())
            fuzz::require(!rendered(item).empty());
        fuzz::require((policy != nullptr) == !diagnostics.has_errors());
        if (policy == nullptr || !ends_soon(plan)) return 0;
        fuzz::require(policy->run().verdict.has_value());
        fuzz::require(observer.bytes > 0);
    }
    return 0;
}
