#include "protocol/harness/conformance/examination.h"

#include "protocol/client/module_error.h"
#include "protocol/description/description.h"
#include "protocol/harness/request.h"
#include "protocol/system/process_table.h"

#include <algorithm>
#include <utility>

namespace vow::harness {
namespace {

using wire::Operation;
using wire::Result;

/// The type after which published modules are named: "git_promise_module".
std::string type_named_by(const std::string& module) {
    constexpr std::string_view suffix = "_promise_module";
    if (!module.ends_with(suffix)) return module;
    return module.substr(0, module.size() - suffix.size());
}

} // namespace

Examination::Examination(Subject subject, ConformSettings settings)
    : subject_(std::move(subject)),
      settings_(std::move(settings)) {
    subject_.secrets = &secrets_;
    meet();
}

bool FirstContact::broke_off() const {
    return std::ranges::any_of(answers, [](const Answer& answer) { return !answer.is_whole(); });
}

// --- the first contact --------------------------------------------------------------------------

void Examination::meet() {
    Dialogue dialogue(subject_, settings_.limit);
    dialogue.record_in(traffic_);
    contact_.greeting = dialogue.greet();
    Conversation& conversation = dialogue.conversation();
    if (contact_.greeting.line.empty() && conversation.has_ended()) {
        const std::string errors = conversation.errors();
        throw client::ModuleError(
            client::ModuleError::Cause::not_started,
            "'" + subject_.name + "' " + client::text_of(conversation.status()) +
                " before it sent a header" + (errors.empty() ? "" : ":\n" + errors)
        );
    }
    if (!dialogue.is_open()) return;
    promise_ =
        settings_.samples.empty()
            ? SentPromise{.type = type_named_by(contact_.greeting.header->name), .promiser = "/nonexistent/promiser"}
            : settings_.samples.front();
    contact_.answers.push_back(dialogue.send_request(Operation::validate_promise, promise_));
    if (!contact_.answers.front().is_whole()) return;
    evaluate_samples(dialogue);
    if (dialogue.offers("describe")) {
        // The output of a dead module may have secrets, too.
        const Data sent = dialogue.is_open() ? dialogue.describe() : begin()->describe();
        for (const SentPromise& sample : settings_.samples)
            note_secrets(secrets_, sample, sent);
        auto read = description_from(sent);
        std::visit([&](auto& either) { contact_.description = std::move(either); }, read);
    }
    contact_.end = dialogue.terminate();
    // A module that is late with an answer is not waited for again.
    contact_.has_ended =
        contact_.end.is_whole() ? conversation.wait_for_end() : conversation.has_ended();
    contact_.late_text = conversation.late_text();
    if (contact_.end.is_whole() && contact_.has_ended) dialogue.read_rest();
    for (const int process : adoption_.adopted(conversation.process_id()))
        contact_.left_behind.push_back(command_line_of(process));
    contact_.status = conversation.status();
}

/// Each under warn if the module supports that, for real, and once more.
void Examination::evaluate_samples(Dialogue& dialogue) {
    const auto evaluate = [&](const SentPromise& sample, ChangesAllowed changes) {
        const Answer valid = dialogue.send_request(Operation::validate_promise, sample, changes);
        contact_.answers.push_back(valid);
        if (valid.result() != Result::valid) return;
        contact_.answers.push_back(
            dialogue.send_request(Operation::evaluate_promise, sample, changes)
        );
    };
    for (const SentPromise& sample : settings_.samples) {
        if (obstacle_to(dialogue.variant(), sample)) continue;
        if (dialogue.offers("action_policy")) evaluate(sample, ChangesAllowed::only_warn);
        evaluate(sample, ChangesAllowed::yes);
        evaluate(sample, ChangesAllowed::yes);
    }
}

std::optional<std::string> Examination::obstacle(Needs needs) const {
    if (needs == Needs::nothing) return std::nullopt;
    if (subject_.late_answers.are_enough()) return "too many answers were late before";
    if (!contact_.greeting.header || !contact_.greeting.line_after.empty()) {
        return "it sent no readable header";
    }
    if (needs == Needs::greeting) return std::nullopt;
    if (!contact_.answers.front().is_whole()) return "the first request was not answered";
    switch (needs) {
    case Needs::nothing:
    case Needs::greeting:
    case Needs::answers: return std::nullopt;
    case Needs::json:
        if (is_json()) return std::nullopt;
        return "the line variant cannot carry line ends";
    case Needs::action_policy:
        if (!contact_.greeting.header->has("action_policy")) {
            return "the header does not name action_policy";
        }
        break;
    case Needs::progress:
        if (!contact_.greeting.header->has("progress")) {
            return "the header does not name progress";
        }
        break;
    case Needs::parallel:
        if (!contact_.greeting.header->has("parallel")) {
            return "the header does not name parallel";
        }
        break;
    case Needs::evaluation: break;
    case Needs::ending: return obstacle_to_ending();
    case Needs::description:
        if (contact_.greeting.header->has("describe")) return std::nullopt;
        return "the header does not name describe";
    case Needs::secrets:
        if (!secrets().empty()) return std::nullopt;
        return "no given promise has an attribute that is described as secret";
    }
    if (settings_.samples.empty()) return "no promise was given to be evaluated";
    const bool was_evaluated =
        std::any_of(contact_.answers.begin(), contact_.answers.end(), [](const Answer& answer) {
            return answer.operation == text_of(Operation::evaluate_promise);
        });
    if (!was_evaluated) return "it finds none of the given promises valid";
    return std::nullopt;
}

/// Consequences of a missing answer are not reported.
std::optional<std::string> Examination::obstacle_to_ending() const {
    if (!contact_.broke_off()) return std::nullopt;
    return std::string(contact_.has_ended ? "it had died" : "it had stopped answering") +
           " before, see RES-ANSWER";
}

std::vector<std::string> Examination::secrets() const {
    std::vector<std::string> texts;
    const auto* description = std::get_if<Description>(&contact_.description);
    if (description == nullptr) return texts;
    for (const SentPromise& sample : settings_.samples) {
        const PromiseTypeDescription* type = description->promise_type(sample.type);
        for (const auto& [name, value] : sample.attributes) {
            const auto* attribute = type == nullptr ? nullptr : type->attribute(name);
            if (attribute == nullptr || !attribute->secret || value.text().empty()) continue;
            texts.emplace_back(value.text());
        }
    }
    return texts;
}

bool Examination::is_out_of_step() const {
    return std::any_of(traffic_.begin(), traffic_.end(), [](const Answer& answer) {
        return !answer.surplus.empty();
    });
}

std::string Examination::usual_result() const {
    const auto& reply = contact_.answers.front().reply;
    return reply ? reply->result.value_or("") : "";
}

bool Examination::is_json() const {
    return contact_.greeting.header->variant == wire::Variant::json_based;
}

// --- further conversations ----------------------------------------------------------------------

std::unique_ptr<Dialogue> Examination::begin_silently() const {
    return std::make_unique<Dialogue>(subject_, settings_.limit);
}

std::unique_ptr<Dialogue> Examination::begin_watched() const {
    Subject watched = subject_;
    watched.progress = client::Progress::watched;
    auto dialogue = std::make_unique<Dialogue>(watched, settings_.limit);
    dialogue->greet();
    return dialogue;
}

/// Has a shell start the module by a script, in which "$@" is its command.
std::unique_ptr<Dialogue>
Examination::begin_through(Subject subject, const std::string& script) const {
    const std::vector<std::string> before = {"/bin/sh", "-c", script, "sh"};
    subject.command.insert(subject.command.begin(), before.begin(), before.end());
    auto dialogue = std::make_unique<Dialogue>(subject, settings_.limit);
    dialogue->greet();
    return dialogue;
}

std::unique_ptr<Dialogue> Examination::begin_bare(const std::string& variables) const {
    Subject bare = subject_;
    bare.session = Command::Session::own;
    return begin_through(
        std::move(bare), R"(cd / && exec env -i PATH="$PATH" )" + variables + R"( "$@")"
    );
}

std::unique_ptr<Dialogue> Examination::begin_with_umask(const std::string& umask) const {
    return begin_through(subject_, "umask " + umask + R"( && exec "$@")");
}

std::unique_ptr<Dialogue> Examination::begin_patiently() const {
    Subject patient = subject_;
    patient.late_answers = {};
    auto dialogue = std::make_unique<Dialogue>(patient, settings_.limit);
    dialogue->greet();
    return dialogue;
}

std::unique_ptr<Dialogue> Examination::begin() {
    auto dialogue = begin_silently();
    dialogue->greet();
    dialogue->record_in(traffic_);
    return dialogue;
}

Fields Examination::fields_for(const SentPromise& promise) {
    return fields_of(Operation::validate_promise, promise, ChangesAllowed::yes, LogLevel::info);
}

Answer Examination::send_request(const Fields& fields) {
    if (!shared_) shared_ = begin();
    if (!shared_->is_open()) return {};
    Answer answer = shared_->send_request(fields);
    if (!answer.reply) shared_.reset();
    return answer;
}

void Examination::end(Dialogue& dialogue) {
    // A module that did not exit the first time is not waited for again.
    if (!contact_.has_ended || !dialogue.is_open()) return;
    if (dialogue.terminate().is_whole()) dialogue.read_rest();
}

void Examination::end_shared() {
    if (shared_) end(*shared_);
    shared_.reset();
}

// --- the samples ---------------------------------------------------------------------------------

SampleFolder Examination::own_folder() {
    SampleFolder folder{.given = settings_.scratch, .own = settings_.scratch};
    if (!folder.own.empty()) folder.own += "/run" + std::to_string(++sample_runs_);
    return folder;
}

SampleRun Examination::run_samples(Dialogue& dialogue) {
    return harness::run_samples(dialogue, settings_.samples, own_folder());
}

const SampleRun& Examination::usual_run() {
    if (usual_run_) return *usual_run_;
    std::vector<SampleRun> runs;
    for (int i = 0; i < 2; ++i) {
        const auto dialogue = begin_silently();
        dialogue->greet();
        runs.push_back(run_samples(*dialogue));
        end(*dialogue);
    }
    return usual_run_.emplace(common_part(runs.front(), runs.back()));
}

// --- endurance ----------------------------------------------------------------------------------

const Endurance& Examination::endurance() {
    if (!endurance_) endurance_ = endure();
    return *endurance_;
}

Endurance Examination::endure() const {
    const auto dialogue = begin_silently();
    dialogue->conversation().stop_recording();
    if (!dialogue->greet().header) return {};
    using enum EnduranceSettings::Operations;
    const bool evaluates = !obstacle(Needs::evaluation) && usual_result() == "valid";
    return harness::endure(
        *dialogue,
        {.promise = promise_,
         .operations = evaluates ? validate_and_evaluate : validate,
         .requests = settings_.requests,
         .scratch = settings_.scratch}
    );
}

} // namespace vow::harness
