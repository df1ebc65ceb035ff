// Measures the parts of a run that are executed most often.
//
//   cmake --build --preset release --target micro_bench
//   cd build/release && taskset -c 0 ./micro_bench [--benchmark_filter=PATTERN]
//
// The exchanges start the module instant_json beside the program, and take part of their time in
// it: pin both to one cpu, as above, or waking the other cpu is most of what is measured.
#include "agent/report/log.h"
#include "agent/report/log_sink.h"
#include "agent/report/voice.h"
#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/program/compile.h"
#include "policy/cfengine/syntax/lexer.h"
#include "policy/cfengine/syntax/parser.h"
#include "protocol/client/module_host.h"
#include "protocol/wire/codec.h"
#include "tests/support/fake_world.h"

#include <filesystem>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace {

using namespace vow;

constexpr int promises_of_text = 1'000;

std::string policy_text() {
    std::string text = "bundle agent main\n{\n  vars:\n      \"name\" string => \"web\";\n"
                       "      \"n\" int => length(\"list\");\n"
                       "      \"t\" string => \"$(name) in /srv/$(name)\";\n  reports:\n";
    for (int number = 0; number < promises_of_text; ++number) {
        text += "    linux.!windows::\n      \"report " + std::to_string(number) +
                " of $(name)\"\n        if => \"some_class\";\n";
    }
    return text + "}\n";
}

/// A policy that is loaded, and about to run its first bundle.
struct Loaded {
    SourceText source{"policy.cf", TrustedText::given(policy_text())};
    Diagnostics diagnostics = {};
    cfengine::ast::File file = cfengine::parse(source, diagnostics);
    cfengine::Program program = {};
    test::FakeWorld world = {};
    std::unique_ptr<cfengine::RunState> run = nullptr;
    std::unique_ptr<cfengine::Frame> frame = nullptr;

    Loaded() {
        cfengine::compile(file, cfengine::FileRole::entry, program);
        world.observer.wanted = LogLevel::error;
        run = std::make_unique<cfengine::RunState>(program, world.world);
        const cfengine::Bundle& bundle = program.bundles.front();
        frame = std::make_unique<cfengine::Frame>(cfengine::Frame{.bundle = bundle});
        Names& names = program.names;
        run->variables.define(
            bundle.qualified, names.symbol("name"), {}, {cfengine::Value::string("web"), {}}
        );
        run->variables.define(
            bundle.qualified, names.symbol("list"), {}, {cfengine::Value::list({"a", "b"}), {}}
        );
    }

    const cfengine::PromiseStatement& promise(std::size_t section, std::size_t number) const {
        return program.bundles.front().sections.at(section).promises.at(number);
    }
};

void lex(benchmark::State& state) {
    const SourceText source("policy.cf", TrustedText::given(policy_text()));
    for (auto _ : state) {
        Diagnostics diagnostics;
        cfengine::Lexer lexer(source, diagnostics);
        while (lexer.next().kind != cfengine::TokenKind::end) {
        }
    }
    state.SetBytesProcessed(state.iterations() * static_cast<long>(source.text().size()));
}
BENCHMARK(lex);

void parse(benchmark::State& state) {
    const SourceText source("policy.cf", TrustedText::given(policy_text()));
    for (auto _ : state) {
        Diagnostics diagnostics;
        benchmark::DoNotOptimize(cfengine::parse(source, diagnostics));
    }
    state.SetItemsProcessed(state.iterations() * promises_of_text);
}
BENCHMARK(parse);

void compile(benchmark::State& state) {
    const Loaded loaded;
    for (auto _ : state) {
        cfengine::Program program;
        cfengine::compile(loaded.file, cfengine::FileRole::entry, program);
        benchmark::DoNotOptimize(program.promises);
    }
    state.SetItemsProcessed(state.iterations() * promises_of_text);
}
BENCHMARK(compile);

void expand_text(benchmark::State& state) {
    Loaded loaded;
    cfengine::Expander expander(*loaded.run, *loaded.frame, nullptr);
    const cfengine::Expression& text = *loaded.promise(0, 2).find("string");
    for (auto _ : state)
        benchmark::DoNotOptimize(expander.evaluate(text));
}
BENCHMARK(expand_text);

void call_function(benchmark::State& state) {
    Loaded loaded;
    cfengine::Expander expander(*loaded.run, *loaded.frame, nullptr);
    const cfengine::Expression& call = *loaded.promise(0, 1).find("int");
    for (auto _ : state)
        benchmark::DoNotOptimize(expander.evaluate(call));
}
BENCHMARK(call_function);

void look_up_variable(benchmark::State& state) {
    Loaded loaded;
    const Symbol bundle = loaded.frame->bundle.qualified;
    const Symbol name = loaded.program.names.symbol("name");
    for (auto _ : state)
        benchmark::DoNotOptimize(loaded.run->variables.find(bundle, name, {}));
}
BENCHMARK(look_up_variable);

void hold_guard(benchmark::State& state) {
    Loaded loaded;
    loaded.world.facts.classes = {"linux"};
    const cfengine::Guard& guard = *loaded.promise(1, 0).guard;
    for (auto _ : state)
        benchmark::DoNotOptimize(loaded.run->classes.holds(*loaded.frame, guard.compiled));
}
BENCHMARK(hold_guard);

const PromiseType& instant() {
    static const PromiseType type{
        "instant",
        "",
        (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "instant_json")};
    return type;
}

Promise promise_of(const PromiseType& type) {
    return {
        .type = &type,
        .promiser = "/srv/app",
        .attributes = {{"repo", "https://example.org/repository.git"}, {"version", "main"}},
        .origin = {.file = "/etc/vow/policy.cf", .line = 12}};
}

void write_request(benchmark::State& state) {
    const auto codec = wire::make_codec(wire::Variant::json_based);
    const Promise promise = promise_of(instant());
    for (auto _ : state) {
        std::string request;
        codec->append_validate(request, promise);
        benchmark::DoNotOptimize(request);
    }
}
BENCHMARK(write_request);

void read_reply(benchmark::State& state) {
    const auto codec = wire::make_codec(wire::Variant::json_based);
    for (auto _ : state)
        benchmark::DoNotOptimize(codec->read_line(
            R"({"operation":"evaluate_promise","promiser":"/srv/app","attributes":{},"result":"kept"})"
        ));
}
BENCHMARK(read_reply);

class Counting final : public PromiseListener {
public:
    void log(LogLevel, std::string_view) override {}
    void done(Outcome) override { ++told; }

    long told = 0;
};

/// `range(0)` promises are given to the module before the first answer is waited for, if it takes
/// them.
void exchange(benchmark::State& state) {
    client::ModuleHost host({});
    Counting counting;
    const Promise promise = promise_of(instant());
    long started = 0;
    for (auto _ : state) {
        for (long number = 0; number < state.range(0); ++number, ++started)
            host.start(promise, counting);
        while (counting.told < started && host.wait({})) {
        }
    }
    state.SetItemsProcessed(started);
}
BENCHMARK(exchange)->Arg(1)->Arg(64);

class NoSink final : public agent::LogSink {
public:
    void write(const agent::LogRecord&) override {}
    void flush() override {}
};

void report_outcome(benchmark::State& state) {
    const test::FakeStop stop;
    agent::Log log(LogLevel::notice, agent::Places::no);
    log.add(std::make_unique<NoSink>());
    agent::Voice voice(log, stop, {});
    const Promise promise = promise_of(instant());
    const Outcome outcome = Outcome::of(Verdict::kept);
    for (auto _ : state) {
        voice.receive(PromiseStarted{promise});
        voice.receive(PromiseDone{promise, outcome});
    }
}
BENCHMARK(report_outcome);

} // namespace

BENCHMARK_MAIN();
