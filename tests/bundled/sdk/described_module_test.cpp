#include "modules/sdk/cpp/described_module.h"

#include <doctest/doctest.h>

#include <functional>
#include <stdexcept>
#include <system_error>

namespace described_module_test {

using namespace vow;

namespace {

class LastLine : public modules::Log {
public:
    void line(LogLevel level, std::string_view text) override {
        log_text = std::string(text_of(level)) + ": " + std::string(text);
    }

    const Trust& trust() const override { return trust_; }

    std::string log_text;

private:
    const Trust trust_ = Trust::in_everything();
};

/// Keeps promises by a function.
class Kept : public modules::DescribedModule {
public:
    explicit Kept(std::function<void(Record&)> way)
        : DescribedModule({.name = "example"}),
          way_(std::move(way)) {}

private:
    Outcome keep(const Promise&, Record& record, modules::Log&) override {
        way_(record);
        return {};
    }

    std::function<void(Record&)> way_;
};

Verdict worst(Kept module, LastLine& log) {
    const PromiseType type{.name = "example"};
    return module.evaluate({.type = &type, .promiser = "x"}, log).result();
}

} // namespace

TEST_CASE("a system error in a described module is logged, and the promise is not kept") {
    LastLine log;
    const auto refused = std::make_error_code(std::errc::permission_denied);
    Kept module([&](Record&) { throw std::system_error(refused, "/etc/shadow"); });
    CHECK(worst(module, log) == Verdict::not_kept);
    CHECK(log.log_text == "error: /etc/shadow: Permission denied");
}

TEST_CASE("any other exception of a described module is an error, even after kept parts") {
    LastLine log;
    Kept module([](Record& record) {
        record.kept("all is well");
        throw std::runtime_error("a mistake");
    });
    CHECK(worst(module, log) == Verdict::error);
    CHECK(log.log_text == "critical: a mistake");
}

} // namespace described_module_test
