#include "protocol/harness/fuzz/fuzz.h"

#include "protocol/client/module_error.h"
#include "protocol/description/description.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/fuzz/byte_fuzzing.h"
#include "protocol/harness/fuzz/generator.h"
#include "protocol/harness/fuzz/repro.h"
#include "protocol/harness/fuzz/trial.h"
#include "protocol/harness/scratch_folder.h"

#include <map>
#include <memory>

namespace vow::harness {
namespace {

/// Promises for one module to validate.
class PromiseFuzzing {
public:
    /// Reads the module's description.
    PromiseFuzzing(const Subject& subject, const FuzzSettings& settings)
        : subject_(subject),
          settings_(settings),
          dice_(settings.seed) {
        connect();
        if (!dialogue_->is_open()) {
            throw client::ModuleError(
                client::ModuleError::Cause::not_started,
                "'" + subject_.name + "' sent no header; see vow module conform"
            );
        }
        read_description();
    }

    /// One promise of each type.
    void try_each() {
        ++rounds_;
        for (const PromiseTypeDescription& type : description_.promise_types) {
            if (!is_described_ || dice_.one_in(3)) {
                run(wild_trial(type, dice_));
            } else if (const auto trial = described_trial(type, dice_)) {
                run(*trial);
            }
        }
    }

    /// Whether too few promises were tried for a verdict, and no fault was found.
    bool needs_more() const { return faults_.empty() && rounds_ < least_rounds; }

    /// The subject of corrupted requests.
    SentPromise example() {
        const PromiseTypeDescription& type = description_.promise_types.front();
        SentPromise example{.type = type.name, .promiser = "/nonexistent/promiser"};
        Dice dice(settings_.seed);
        const auto valid = Generator(type, dice).valid_promise();
        if (!valid || obstacle_to(dialogue_->variant(), *valid)) return example;
        for (const Data::Member& attribute : valid->attributes) {
            const bool has_place = json_text(attribute.second).find("{{") != std::string::npos;
            if (!has_place) example.attributes.push_back(attribute);
        }
        return example;
    }

    void add_to(FuzzResult& result) const {
        for (const PromiseCheck& check : {valid_check, invalid_check, names_check, answer_check}) {
            Finding finding;
            finding.text = "of " + std::to_string(promises_) + " promises";
            if (const auto found = faults_.find(check.id); found != faults_.end()) {
                finding = {found->second.judgement, found->second.text, found->second.shown};
            } else if (!is_described_ && check.needs_description) {
                finding = Finding::not_offered("it does not describe itself");
            }
            result.report.entries.push_back(
                {check.id, check.title, "docs/harness.md, fuzz", std::move(finding)}
            );
        }
        result.promises = promises_;
        result.repros = repros_;
    }

private:
    void read_description() {
        if (dialogue_->offers("describe")) {
            auto read = description_from(dialogue_->describe());
            if (auto* description = std::get_if<Description>(&read)) {
                description_ = std::move(*description);
                is_described_ = !description_.promise_types.empty();
            }
        }
        if (is_described_) return;
        // Without a description only random texts can be tried.
        description_.promise_types.push_back({.name = dialogue_->greeting().header->name});
    }

    void connect() {
        dialogue_ = std::make_unique<Dialogue>(subject_, settings_.limit);
        dialogue_->conversation().stop_recording();
        dialogue_->greet();
    }

    void run(const Trial& trial) {
        if (obstacle_to(dialogue_->variant(), trial.promise)) return;
        ++promises_;
        const TrialFault fault = trial.judge(send_request(trial.promise));
        if (fault.id.empty()) return;
        TrialFault& known = faults_[fault.id];
        const bool is_worse = known.id.empty() || (known.judgement == Judgement::warning &&
                                                   fault.judgement == Judgement::violation);
        if (!is_worse) return;
        const SentPromise small = shrunk(trial, [&](const SentPromise& smaller) {
            if (!trial.may_be(smaller)) return false;
            const TrialFault now = trial.judge(send_request(smaller));
            return now.id == fault.id && now.judgement == fault.judgement;
        });
        known = trial.judge(send_request(small));
        if (known.id != fault.id) known = fault; // not reproducible every time
        if (known.judgement != Judgement::violation) return;
        const std::string log = fault.id == names_check.id ? trial.attribute : "";
        repros_.push_back({fault.id, case_of(small, trial.expected, log)});
    }

    Answer send_request(const SentPromise& promise) {
        if (!dialogue_ || !dialogue_->is_open()) connect();
        if (!dialogue_->is_open()) return {};
        Answer answer =
            dialogue_->send_request(wire::Operation::validate_promise, folder_.filled_in(promise));
        if (!answer.reply) dialogue_.reset();
        if (!dialogue_) connect();
        return answer;
    }

    const Subject& subject_;
    const FuzzSettings& settings_;
    Dice dice_;
    ScratchFolder folder_;
    std::unique_ptr<Dialogue> dialogue_;
    Description description_;
    bool is_described_ = false;
    std::map<std::string, TrialFault> faults_;
    std::vector<Repro> repros_;
    std::size_t promises_ = 0;
    std::size_t rounds_ = 0; ///< of one promise of each type
    static constexpr std::size_t least_rounds = 100;
};

} // namespace

FuzzResult fuzz(const Subject& subject, const FuzzSettings& settings) {
    using Clock = Conversation::Clock;
    FuzzResult result{.report = {.kind = "fuzz", .subject = subject.name}};
    PromiseFuzzing promises(subject, settings);
    ByteFuzzing bytes(subject, settings, promises.example());
    // Alternates so that each half gets the same time, though one round of bytes takes as long as
    // many promises. Minimising takes extra time.
    Clock::duration for_promises{};
    Clock::duration for_bytes{};
    const Clock::duration half = settings.time / 2;
    while (for_promises < half || for_bytes < half || promises.needs_more() || bytes.needs_more()) {
        const auto begin = Clock::now();
        const bool is_late_for_bytes = for_bytes >= half && !bytes.needs_more();
        const bool is_early_for_promises = for_promises < half || promises.needs_more();
        const bool is_promises_turn =
            is_early_for_promises && (for_promises <= for_bytes || is_late_for_bytes);
        is_promises_turn ? promises.try_each() : bytes.try_one();
        (is_promises_turn ? for_promises : for_bytes) += Clock::now() - begin;
    }
    promises.add_to(result);
    bytes.add_to(result);
    return result;
}

} // namespace vow::harness
