#include "tests/support/kept_promise.h"

#include "modules/bundled.h"

namespace vow::tests {

namespace {

class LineLog : public modules::Log {
public:
    LineLog(std::vector<std::string>& lines, Documents* documents)
        : lines_(lines),
          documents_(documents) {}
    Documents* documents() const override { return documents_; }
    const Trust& trust() const override { return trust_; }
    void line(LogLevel level, std::string_view text) override {
        if (level == LogLevel::debug) return;
        lines_.push_back(std::string(text_of(level)) + ": " + std::string(text));
    }

private:
    std::vector<std::string>& lines_;
    Documents* documents_;
    const Trust trust_ = Trust::in_everything();
};

KeptPromise keep_with(
    modules::Module& module,
    std::string promiser,
    Attributes attributes,
    Terms terms,
    Documents* documents
) {
    const PromiseType type = {std::string(module.name())};
    const Promise promise = {
        .type = &type,
        .promiser = std::move(promiser),
        .attributes = std::move(attributes),
        .origin = {.file = "policy.cf", .line = 7, .handle = "promise_policy_cf_7"},
        .terms = terms};
    KeptPromise kept;
    LineLog log(kept.lines, documents);
    kept.validity = module.validate(promise, log);
    if (kept.validity == modules::Validity::valid) kept.outcome = module.evaluate(promise, log);
    return kept;
}

} // namespace

std::string KeptPromise::log_text() const {
    std::string text;
    for (const std::string& line : lines) {
        if (!line.starts_with("verbose: ")) text += line + "\n";
    }
    return text;
}

KeptPromise keep_promise(
    modules::Module& module, std::string promiser, Attributes attributes, Terms::Policy policy
) {
    return keep_with(
        module, std::move(promiser), std::move(attributes), {.policy = policy}, nullptr
    );
}

KeptPromise keep_promise(
    std::string_view module, std::string promiser, Attributes attributes, Terms::Policy policy
) {
    const auto made = modules::make_bundled_module(module);
    return keep_promise(*made, std::move(promiser), std::move(attributes), policy);
}

KeptPromise keep_promise(
    Documents& documents,
    std::string_view module,
    std::string promiser,
    Attributes attributes,
    Terms terms
) {
    const auto made = modules::make_bundled_module(module);
    return keep_with(*made, std::move(promiser), std::move(attributes), terms, &documents);
}

} // namespace vow::tests
