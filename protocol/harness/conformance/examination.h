#pragma once

#include "protocol/description/description.h"
#include "protocol/description/secrets.h"
#include "protocol/harness/conformance/check.h"
#include "protocol/harness/conformance/conform.h"
#include "protocol/harness/conformance/endurance.h"
#include "protocol/harness/conformance/sample_run.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/process_traces.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vow::harness {

/// The first conversation with a module, an ordinary one from header to end. Other checks compare
/// their results with it.
struct FirstContact {
    Greeting greeting = {};
    std::vector<Answer> answers =
        {}; ///< to validate and evaluate; the first one is to a validate request
    /// The description, if the module offers one, or the fault in it.
    std::variant<std::monostate, Description, std::string> description = {};
    Answer end = {};            ///< to terminate; none is expected if an answer is missing
    bool has_ended = false;     ///< without a signal, after terminate
    std::string late_text = {}; ///< how long that was waited for, if it has not
    client::ExitStatus status = {};
    std::vector<std::string> left_behind = {}; ///< commands of processes that outlived it

    /// True if one of the requests before terminate was not answered.
    bool broke_off() const;
};

/// State shared by checks: the module, what is known about it, and all traffic so far.
class Examination {
public:
    /// Holds the first conversation. Throws client::ModuleError when the module does not start.
    Examination(Subject subject, ConformSettings settings);

    const FirstContact& contact() const { return contact_; }
    /// All answers so far, including those of the first contact.
    const std::vector<Answer>& traffic() const { return traffic_; }

    /// True if it sent more answers than it got requests, so that answers cannot be matched.
    bool is_out_of_step() const;

    /// Why a precondition does not hold; nullopt if it does.
    std::optional<std::string> obstacle(Needs needs) const;

    /// The promise in most requests: the first sample, or an invented one.
    const SentPromise& promise() const { return promise_; }
    const std::vector<SentPromise>& samples() const { return settings_.samples; }
    /// The folder of files in the samples; empty if they are none.
    const std::string& scratch() const { return settings_.scratch; }
    /// The texts in the samples that the description marks as secret.
    std::vector<std::string> secrets() const;
    /// Those texts, or those that may be secret, as reports hide them.
    const Secrets& hidden() const { return secrets_; }
    /// The result of the first validation: "valid" or "invalid".
    std::string usual_result() const;
    bool is_json() const;

    /// A new conversation that is not part of the traffic; headers are not exchanged yet.
    std::unique_ptr<Dialogue> begin_silently() const;
    /// The same with progress requested, and headers exchanged.
    std::unique_ptr<Dialogue> begin_watched() const;
    /// The same in the folder /, without a terminal, and with an environment of PATH and these
    /// variables: "A=1 B=2".
    std::unique_ptr<Dialogue> begin_bare(const std::string& variables = {}) const;
    /// The same with another umask, in octal digits.
    std::unique_ptr<Dialogue> begin_with_umask(const std::string& umask) const;
    /// The same without an end of the patience for late answers.
    std::unique_ptr<Dialogue> begin_patiently() const;
    /// A new conversation, headers exchanged.
    std::unique_ptr<Dialogue> begin();
    /// Sends a request in the shared conversation, which is restarted after a failure.
    Answer send_request(const Fields& fields);
    /// The request to validate promise(), or a variation of it.
    Fields usual_fields() const { return fields_for(promise_); }
    static Fields fields_for(const SentPromise& promise);
    /// Ends a conversation after reading all of its output.
    void end(Dialogue& dialogue);
    /// Ends the shared conversation.
    void end_shared();

    const Endurance& endurance();
    /// A folder for a run of the samples.
    SampleFolder own_folder();
    /// The effects of the samples in another conversation, in a folder of its own.
    SampleRun run_samples(Dialogue& dialogue);
    /// The common part of two such runs. Only if Needs::evaluation is met.
    const SampleRun& usual_run();

private:
    void meet();
    std::optional<std::string> obstacle_to_ending() const;
    std::unique_ptr<Dialogue> begin_through(Subject subject, const std::string& script) const;
    void evaluate_samples(Dialogue& dialogue);
    Endurance endure() const;

    Adoption adoption_; ///< first, so that it outlives all conversations
    Secrets secrets_;
    Subject subject_;
    ConformSettings settings_;
    SentPromise promise_;
    FirstContact contact_;
    std::vector<Answer> traffic_;
    std::unique_ptr<Dialogue> shared_;
    std::optional<Endurance> endurance_;
    std::optional<SampleRun> usual_run_;
    std::size_t sample_runs_ = 0; ///< which have folders of their own
};

} // namespace vow::harness
