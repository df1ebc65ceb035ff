#include "policy/cfengine/language.h"

#include "policy/cfengine/functions/descriptions.h"
#include "policy/cfengine/loading/load_steps.h"
#include "policy/cfengine/printing/printed_policy.h"
#include "policy/cfengine/promises/bundle_run.h"
#include "policy/cfengine/promises/module_attributes.h"
#include "policy/cfengine/promises/promise_round.h"
#include "policy/cfengine/reference/reference.h"
#include "policy/cfengine/selection.h"
#include "policy/cfengine/values/data_text.h"
#include "policy/cfengine/values/fact_tags.h"
#include "policy/run/guarded.h"
#include "policy/run/world.h"
#include "policy/source/opening.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

/// A format that a policy is printed in.
struct Format {
    enum class Syntax { policy, json };
    enum class Extent { entry, whole }; ///< the named file, or all that it includes

    std::string_view name;
    Syntax syntax;
    Extent extent;
};

constexpr std::array formats = {
    Format{"cf", Format::Syntax::policy, Format::Extent::entry},
    Format{"json", Format::Syntax::json, Format::Extent::entry},
    Format{"cf-full", Format::Syntax::policy, Format::Extent::whole},
    Format{"json-full", Format::Syntax::json, Format::Extent::whole},
};

/// As the reference prints a policy: the first line is not indented, and none is ended.
std::string with_indented_members(std::string_view json) {
    std::string text;
    for (const char character : json) {
        text += character;
        if (character == '\n') text += "    ";
    }
    return text;
}

class CfenginePolicy : public Policy {
public:
    CfenginePolicy(std::unique_ptr<LoadedPolicy> loaded, std::shared_ptr<Sources> sources)
        : sources_(std::move(sources)),
          loaded_(std::move(loaded)) {}

    Ending run() override {
        Ending ending = run_sequence();
        report_classes(loaded_->run);
        if (!loaded_->run.control.manner.hides_held_back_promises) log_held_back();
        return ending;
    }

    std::optional<std::string> printed(std::string_view format) const override {
        std::span<const ast::File> files = loaded_->files;
        const auto known = std::ranges::find(formats, format, &Format::name);
        if (files.empty() || known == formats.end()) return {};
        if (known->extent == Format::Extent::entry) files = files.first(1);
        if (known->syntax == Format::Syntax::policy) return policy_text(files);
        return with_indented_members(pretty_json(policy_data(files)));
    }

    ListedNames listed_names() override {
        RunState& run = loaded_->run;
        ListedNames listed = {.variables = run.variables.listed()};
        for (const std::string& name : run.world.facts.all_classes())
            listed.hard_classes.push_back(
                {.name = name, .remarks = {tags_of_hard_class(name, run.world.facts)}}
            );
        return listed;
    }

    /// A written sequence was checked: its bundles may be in other files.
    bool has_work() const override {
        return !loaded_->sequence.empty() ||
               loaded_->control.find("common", "bundlesequence") != nullptr;
    }

    std::vector<OutlinePart> outline() const override { return outline_of(loaded_->run.program); }

private:
    Ending run_sequence() {
        RunState& run = loaded_->run;
        const Stop& stop = run.world.stop;
        if (const auto facility = run.control.log_facility)
            run.world.observer.receive(FacilityChosen{*facility});
        if (run.control.log_level != run.world.observer.log_level())
            run.world.observer.receive(LogLevelChosen{run.control.log_level});
        try {
            run.classes.abort_on_defined();
            for (const SequenceStep& step : loaded_->sequence) {
                if (stop.signal() != 0) break;
                run_guarded(step.span, [&] { run_step(step); });
            }
            if (stop.signal() == 0) run_guarded({}, [&] { update_inventory(); });
        } catch (const Cancelled&) {
            return interrupted();
        } catch (const Aborted& aborted) {
            run.log(LogLevel::notice, "cf-agent " + aborted.reason);
            return {.how = Ending::How::aborted, .reason = aborted.reason};
        } catch (const FatalError& fatal) {
            run.log_at(fatal.span, LogLevel::error, "Fatal CFEngine error: " + fatal.message);
            return {.how = Ending::How::failed, .reason = fatal.message};
        }
        return stop.signal() != 0 ? interrupted() : Ending{.verdict = verdict_};
    }

    /// A bundle that fails outside of its promises leaves the others as they are.
    template <class Work>
    void run_guarded(const Span& place, const Work& work) {
        guarded(work, [&](const std::string& reason) {
            loaded_->run.log_at(place, LogLevel::error, "cannot go on here: " + reason);
            verdict_ = Verdict::error;
        });
    }

    Ending interrupted() const {
        std::size_t not_reached = 0;
        for (const SequenceStep& step : loaded_->sequence) {
            for (const Section& section : step.bundle->sections) {
                if (kept_by(section.kind) != KeptBy::module) continue;
                not_reached += static_cast<std::size_t>(std::ranges::count_if(
                    section.promises,
                    [&](const PromiseStatement& promise) {
                        return !loaded_->run.kept.is_reached(promise);
                    }
                ));
            }
        }
        return {.how = Ending::How::interrupted, .not_reached = not_reached};
    }

    void run_step(const SequenceStep& step) {
        RunState& run = loaded_->run;
        Frame frame{.bundle = *step.bundle}; // whose variables the arguments may name
        Expander expander(run, frame, nullptr);
        expander.set_place(step.span);
        if (run.control.manner.lacks_own_names_in_sequence) expander.hide_own_names();
        auto arguments = arguments_of(expander, *step.bundle, step.arguments);
        if (!arguments) return;
        log_missing_lists(run, *step.bundle, *arguments);
        run_listed_bundle(run, frame, std::move(arguments->values));
    }

    void update_inventory() {
        if (loaded_->sequence.empty()) return;
        Frame frame{.bundle = *loaded_->sequence.back().bundle};
        update_package_inventory(loaded_->run, frame);
    }

    void log_held_back() {
        const auto log = [this](std::uint64_t count, std::string_view one, std::string_view many) {
            if (count == 0) return;
            std::string line = std::to_string(count);
            line += count == 1 ? one : many;
            loaded_->run.log(LogLevel::notice, line);
        };
        const auto [by_time, by_other_agents] = loaded_->run.held_back;
        log(by_time,
            " promise was not looked at: its ifelapsed has not passed; -K looks at all",
            " promises were not looked at: their ifelapsed has not passed; -K looks at all");
        log(by_other_agents,
            " promise was not looked at: another agent is keeping it",
            " promises were not looked at: another agent is keeping them");
    }

    std::shared_ptr<Sources> sources_; ///< the policy points into them
    std::unique_ptr<LoadedPolicy> loaded_;
    std::optional<Verdict> verdict_; ///< of bundles that failed outside of their promises
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
            const bool is_plain = !dialect_.manner.uses_words_of_reference;
            diagnostics.add(is_plain ? cannot_evaluate : fatal_error, fatal.span, {fatal.message});
        }
        if (loaded == nullptr) return nullptr;
        if (!dialect_.only.empty()) select(*loaded);
        return std::make_unique<CfenginePolicy>(std::move(loaded), sources_);
    }

    Data vocabulary() const override { return syntax_data(); }
    std::vector<FunctionDescription> functions() const override { return function_descriptions(); }

    std::vector<ReferenceEntry> reference(const TypeDescriptions& types) const override {
        const bool lacks_library = dialect_.manner.lacks_library;
        return reference_entries(
            types, lacks_library ? LibraryPart::left_out : LibraryPart::included
        );
    }

private:
    /// Lists the part of the policy that is left.
    void select(LoadedPolicy& loaded) const {
        const Selection selection = select_promises(loaded.run.program, dialect_.only);
        const auto list = [&](const char* title, const std::vector<std::string>& promises) {
            if (!promises.empty()) loaded.run.log(LogLevel::notice, title + joined(promises, ", "));
        };
        list("only ", selection.chosen);
        list("and, since it depends on them, ", selection.needed);
    }

    Dialect dialect_;
    std::shared_ptr<Sources> sources_ = std::make_shared<Sources>();
};

} // namespace

bool is_policy_text(std::string_view text) {
    constexpr std::array<std::string_view, 4> openings = {"bundle", "body", "promise", "@if"};
    return begins_with_word(without_leading_comments(text), openings);
}

std::unique_ptr<Language> make_language(Dialect dialect) {
    return std::make_unique<CfengineLanguage>(std::move(dialect));
}

} // namespace vow::cfengine
