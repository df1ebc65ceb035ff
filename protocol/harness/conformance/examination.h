#pragma once

#include "protocol/description/description.h"
#include "protocol/harness/adoption.h"
#include "protocol/harness/conformance/check.h"
#include "protocol/harness/conformance/conform.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/footprint.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vow::harness {

/// The first conversation with a module, an ordinary one from header to end. Other checks compare
/// with it.
struct FirstContact {
    Greeting greeting = {};
    std::vector<Answer> answers = {}; ///< to validate and evaluate; the first is to validate
    /// What it says of itself, if it offers that; or what is wrong with it.
    std::variant<std::monostate, Description, std::string> description = {};
    Answer end = {};        ///< to terminate
    bool has_ended = false; ///< by itself, after terminate
    client::ExitStatus status = {};
    std::vector<std::string> left_behind = {}; ///< the commands of processes that outlived it
};

/// How the module fared under thousands of requests.
struct Endurance {
    std::size_t asked = 0;
    bool was_answered = true;
    /// After each fifth of the requests; shorter when it could not be seen.
    std::vector<Footprint> footprints = {};
};

/// What checks share: the module, what is known of it, and all that was said so far.
class Examination {
public:
    /// Has the first conversation. Throws client::ModuleError when the module does not start.
    Examination(const Subject& subject, const ConformSettings& settings);

    const FirstContact& contact() const { return contact_; }
    /// Every answer so far, the first contact's included.
    const std::vector<Answer>& traffic() const { return traffic_; }

    /// Whether it answered more often than it was asked, so that answers cannot be told apart.
    bool is_out_of_step() const;

    /// Why a check that needs this cannot be tried; none: it can.
    std::optional<std::string> obstacle(Needs needs) const;

    /// The promise that requests are made of: the first sample, or a made up one.
    const SentPromise& promise() const { return promise_; }
    const std::vector<SentPromise>& samples() const { return settings_.samples; }
    /// The texts of the samples that the description calls secret.
    std::vector<std::string> secrets() const;
    /// What it was answered first: "valid" or "invalid".
    std::string usual_result() const;
    bool is_json() const;

    /// A new conversation that is in nobody's list, headers not exchanged.
    std::unique_ptr<Dialogue> begin_silently() const;
    /// One in which it is to say how far it has come, headers exchanged; in nobody's list either.
    std::unique_ptr<Dialogue> begin_watched() const;
    /// A new conversation, headers exchanged.
    std::unique_ptr<Dialogue> begin();
    /// Asks in a conversation that checks share, and that is begun anew when it breaks down.
    Answer ask(const Fields& fields);
    /// The request to validate promise(), or a variation of it.
    Fields usual_fields() const { return fields_for(promise_); }
    static Fields fields_for(const SentPromise& promise);
    /// Ends a conversation, hearing it out.
    void end(Dialogue& dialogue);
    /// Ends the one that checks share.
    void end_shared();

    const Endurance& endurance();

private:
    void meet();
    void evaluate_samples(Dialogue& dialogue);
    Endurance endure() const;

    Adoption adoption_; ///< first, so that it outlives every conversation
    Subject subject_;
    ConformSettings settings_;
    SentPromise promise_;
    FirstContact contact_;
    std::vector<Answer> traffic_;
    std::unique_ptr<Dialogue> shared_;
    std::optional<Endurance> endurance_;
};

/// What was said around an answer, for a report: at most a few lines, cut to what fits.
std::vector<std::string> excerpt(const Answer& answer);

/// Pass, if it was answered at all; else a violation that begins with `what`.
Finding answered(const Answer& answer, const std::string& what);

} // namespace vow::harness
