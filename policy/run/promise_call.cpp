#include "policy/run/promise_call.h"

#include "policy/run/in_order.h"

namespace vow {

namespace {

/// Passes the events of a promise on, and remembers the lines that a language may repeat: as the
/// module has logged them, whatever the filter makes of them.
class CallObserver final : public Observer {
public:
    CallObserver(Observer& next, const PromiseCall& call, KeptCall& kept)
        : next_(next),
          filter_(call.filter),
          amend_(call.amend),
          kept_(kept) {}

    LogLevel log_level() const override { return next_.log_level(); }
    bool wants_details() const override { return next_.wants_details(); }
    bool wants_scopes() const override { return next_.wants_scopes(); }
    bool wants_skipped() const override { return next_.wants_skipped(); }
    void receive(const Event& event) override {
        if (const auto* done = std::get_if<PromiseDone>(&event)) return pass_on(*done);
        const auto* line = std::get_if<LogLine>(&event);
        if (line == nullptr) return next_.receive(event);
        remember(*line);
        if (!filter_) return next_.receive(*line);
        if (const auto passed = filter_(line->level, line->text))
            next_.receive(LogLine{passed->first, passed->second, line->scope, line->priority});
    }

private:
    void pass_on(PromiseDone done) {
        done.error = kept_.first_error;
        if (!amend_) return next_.receive(done);
        Outcome amended = done.outcome;
        amend_(amended);
        next_.receive(PromiseDone{done.promise, amended, done.handled, done.time, done.error});
    }
    void remember(const LogLine& line) {
        if (line.level == LogLevel::warning) kept_.last_warning = line.text;
        if (line.level > LogLevel::error) return;
        if (kept_.first_error.empty()) kept_.first_error = line.text;
        kept_.last_error = line.text;
    }

    Observer& next_;
    const LineFilter& filter_;
    const std::function<void(Outcome&)>& amend_;
    KeptCall& kept_;
};

} // namespace

KeptCall keep_for_language(World& world, Promise promise, const PromiseCall& call) {
    KeptCall kept;
    CallObserver observer(world.observer, call, kept);
    World own = world.with(world.keeper, observer);
    kept.outcome = keep(own, std::move(promise), call.handled);
    return kept;
}

namespace {

Outcome keep_alone(World& world, Promise promise, EventOptions options) {
    Outcome outcome;
    InOrder order(world.observer, world.keeper);
    const auto each = [&](Outcome came) { outcome = std::move(came); };
    order.wait_for(order.start(std::move(promise), each, options));
    return outcome;
}

} // namespace

Outcome keep(World& world, Promise promise, Handled handled) {
    return keep_alone(world, std::move(promise), {.handled = handled});
}

Outcome keep_part(World& world, Promise promise) {
    return keep_alone(world, std::move(promise), {.ends = EventOptions::Ends::left_to_caller});
}

} // namespace vow

namespace vow::files_promise {

namespace {

Attribute deletion(const char* of_folders) {
    return {"delete", Data::object({{"rmdirs", Data::string(of_folders)}})};
}

} // namespace

Attributes removed_tree() {
    return {
        deletion("true"),
        {"depth_search",
         Data::object({{"depth", Data::string("inf")}, {"include_basedir", Data::string("true")}})},
        {"file_select",
         Data::object(
             {{"leaf_name", Data::array({Data::string(".*")})},
              {"file_result", Data::string("leaf_name")}}
         )}};
}

Attributes removed_folder() {
    return {deletion("true")};
}

Attributes removed_file() {
    return {deletion("false")};
}

} // namespace vow::files_promise
