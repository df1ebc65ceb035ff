#include "agent/keepers/type_router.h"
#include "agent/state/forgetful_state.h"

#include <doctest/doctest.h>

#include <unistd.h>

namespace type_router_test {

using namespace vow;
using namespace vow::agent;

namespace {

class NoSignal : public Stop {
public:
    int signal() const override { return 0; }
};

class FlushCounter : public LogSink {
public:
    explicit FlushCounter(int& flushes) : flushes_(flushes) {}

    void write(const LogRecord&) override {}
    void flush() override { ++flushes_; }

private:
    int& flushes_;
};

} // namespace

TEST_CASE("the log is written before the router waits for a time or a description") {
    const NoSignal stop;
    int flushes = 0;
    Log log(LogLevel::info, Places::no);
    log.add(std::make_unique<FlushCounter>(flushes));
    client::ModuleHost processes({});
    ForgetfulState state;
    const Trust trust = Trust::in_everything();
    BundledKeeper bundled(stop, state, trust);
    Output output(STDOUT_FILENO, Output::Buffering::blocks);
    BackgroundPromises background(bundled, log, output);
    ServedModules served(ServedModules::Serving::never, {});
    TypeRouter router(processes, bundled, served, background, log);
    log.receive(Report{"gathered"});
    CHECK(flushes == 0);
    CHECK_FALSE(router.wait(router.now()));
    CHECK(flushes == 1);
    router.describe({.name = "absent", .path = "/no/such/module"});
    CHECK(flushes == 2);
}

} // namespace type_router_test
