#include "policy/cfengine/language.h"

#include "policy/cfengine/loading/loader.h"
#include "policy/cfengine/printing/policy_data.h"
#include "policy/cfengine/printing/policy_text.h"
#include "policy/cfengine/promises/bundle_run.h"
#include "policy/cfengine/values/data_layout.h"

namespace vow::cfengine {
namespace {

class CfenginePolicy : public Policy {
public:
    CfenginePolicy(std::unique_ptr<LoadedPolicy> loaded, std::shared_ptr<Sources> sources)
        : sources_(std::move(sources)),
          loaded_(std::move(loaded)) {}

    Ending run() override {
        RunState& run = loaded_->run;
        const Stop& stop = run.world.stop;
        try {
            for (const SequenceStep& step : loaded_->sequence) {
                if (stop.signal() != 0) break;
                run_step(step);
            }
        } catch (const Aborted& aborted) {
            run.log(LogLevel::notice, "cf-agent " + aborted.reason);
            return {.how = Ending::How::aborted, .reason = aborted.reason};
        } catch (const FatalError& fatal) {
            run.log(LogLevel::error, placed("Fatal CFEngine error: " + fatal.message, fatal.span));
            return {.how = Ending::How::failed, .reason = fatal.message};
        }
        return {.how = stop.signal() != 0 ? Ending::How::interrupted : Ending::How::done};
    }

    std::optional<std::string> printed(const Printing& printing) const override {
        std::span<const ast::File> files = loaded_->files;
        if (files.empty()) return {};
        if (printing.extent == Printing::Extent::entry) files = files.first(1);
        if (printing.form == Printing::Form::policy) return policy_text(files);
        return pretty_json(policy_data(files)) + "\n";
    }

private:
    void run_step(const SequenceStep& step) {
        RunState& run = loaded_->run;
        Expander expander(run, loaded_->control.frame(), nullptr);
        expander.set_place(step.span);
        auto arguments = arguments_of(expander, *step.bundle, step.arguments);
        if (!arguments) return;
        log_missing_lists(expander, *step.bundle, step.arguments);
        Frame frame{.bundle = *step.bundle};
        call_bundle(run, frame, std::move(*arguments));
    }

    std::shared_ptr<Sources> sources_; ///< the policy points into them
    std::unique_ptr<LoadedPolicy> loaded_;
};

class CfengineLanguage : public Language {
public:
    explicit CfengineLanguage(Dialect dialect) : dialect_(std::move(dialect)) {}

    std::unique_ptr<Policy>
    load(const std::string& path, World& world, Diagnostics& diagnostics) override {
        std::unique_ptr<LoadedPolicy> loaded;
        try {
            loaded = load_policy(path, dialect_, world, *sources_, diagnostics);
        } catch (const FatalError& fatal) {
            const bool for_vow = dialect_.manner == Manner::vow;
            diagnostics.add(for_vow ? cannot_evaluate : fatal_error, fatal.span, {fatal.message});
        }
        if (loaded == nullptr) return nullptr;
        return std::make_unique<CfenginePolicy>(std::move(loaded), sources_);
    }

private:
    Dialect dialect_;
    std::shared_ptr<Sources> sources_ = std::make_shared<Sources>();
};

} // namespace

std::unique_ptr<Language> make_language(Dialect dialect) {
    return std::make_unique<CfengineLanguage>(std::move(dialect));
}

} // namespace vow::cfengine
