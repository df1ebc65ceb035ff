#include "agent/keepers/bundled_keeper.h"

#include "agent/keepers/served_modules.h"
#include "policy/run/guarded.h"

#include <cerrno>
#include <chrono>
#include <exception>

#include <sys/wait.h>
#include <unistd.h>

namespace vow::agent {

namespace {

/// Forwards a module's log lines to the promise's listener.
class ListenerLog : public modules::Log {
public:
    ListenerLog(
        PromiseListener& listener,
        const Stop& stop,
        State& state,
        const Trust& trust,
        const Secrets& secrets
    )
        : listener_(listener),
          stop_(stop),
          state_(state),
          trust_(trust),
          secrets_(secrets) {}

    void line(LogLevel level, std::string_view text) override {
        if (secrets_.empty()) return listener_.log(level, text);
        listener_.log(level, secrets_.masked(text));
    }
    void progress(int percent, std::string_view text) override {
        listener_.progress(percent, secrets_.masked(text));
    }
    bool is_stopped() const override { return stop_.signal() != 0; }
    Documents* documents() const override { return &state_; }
    int lock_descriptor() const override { return state_.lock_descriptor(); }
    const Trust& trust() const override { return trust_; }

private:
    PromiseListener& listener_;
    const Stop& stop_;
    State& state_;
    const Trust& trust_;
    const Secrets& secrets_;
};

/// The reason why bundled modules cannot keep promises of a type.
std::string absence_of(const std::string& type) {
    const modules::BundledModule* module = modules::find_bundled_module(type);
    return module == nullptr ? "No module keeps promises of the type '" + type + "'"
                             : absence_of_program(*module);
}

Outcome outcome_of(modules::Module& module, const Promise& promise, modules::Log& log) {
    try {
        return module.validate_and_evaluate(promise, log);
    } catch (const std::exception& fault) {
        log.error(
            "The bundled module for '" + promise.type->name +
            "' promises failed: " + vow::reason_of(fault)
        );
        return Outcome::of(Verdict::error);
    }
}

} // namespace

void BundledKeeper::keep(const Promise& promise, PromiseListener& listener) {
    const auto begin = std::chrono::steady_clock::now();
    modules::Module* module = module_for(promise.type->name);
    if (module == nullptr) {
        listener.log(LogLevel::error, absence_of(promise.type->name));
        return listener.done(Outcome::of(Verdict::error));
    }
    const Secrets secrets = secrets_in(promise, listener);
    ListenerLog log(listener, stop_, state_, trust_, secrets);
    Outcome outcome = secrets.masked(outcome_of(*module, promise, log));
    outcome.duration = std::chrono::steady_clock::now() - begin;
    listener.done(std::move(outcome));
}

DescriptionResult BundledKeeper::describe(const PromiseType& type) {
    const modules::Module* module = module_for(type.name);
    if (module == nullptr)
        return MissingDescription{MissingDescription::Cause::broken, absence_of(type.name)};
    auto description = module->description();
    if (!description) return MissingDescription{};
    return *std::move(description);
}

/// Modules build their description on every call, so the result is cached for types without
/// secrets.
Secrets BundledKeeper::secrets_in(const Promise& promise, PromiseListener& listener) {
    auto found = with_secrets_.find(promise.type->name);
    if (found == with_secrets_.end()) {
        std::optional<PromiseTypeDescription> secretive;
        const DescriptionResult described = describe(*promise.type);
        if (const auto* description = std::get_if<Description>(&described)) {
            const auto* type = description->promise_type(promise.type->name);
            if (type != nullptr && has_secrets(*type)) secretive = *type;
        }
        found = with_secrets_.emplace(promise.type->name, std::move(secretive)).first;
    }
    Secrets secrets;
    if (found->second) listener.learn_secrets(secrets.note(promise, *found->second));
    return secrets;
}

modules::Module* BundledKeeper::module_for(std::string_view type) {
    auto found = modules_.find(type);
    if (found == modules_.end()) {
        found = modules_.emplace(type, modules::make_bundled_module(type)).first;
    }
    return found->second.get();
}

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
