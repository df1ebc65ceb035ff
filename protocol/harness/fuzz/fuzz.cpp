#include "protocol/harness/fuzz/fuzz.h"

#include "protocol/client/module_error.h"
#include "protocol/harness/conformance/examination.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/fuzz/generator.h"
#include "protocol/harness/scratch_folder.h"

#include <functional>
#include <map>
#include <memory>

namespace vow::harness {
namespace {

using wire::Result;

struct FuzzCheck {
    const char* id;
    const char* title;
};

constexpr FuzzCheck valid_check = {"FUZ-VALID", "finds valid what its description allows"};
constexpr FuzzCheck invalid_check = {"FUZ-INVALID", "finds invalid what its description forbids"};
constexpr FuzzCheck names_check = {"FUZ-NAMES", "names the attribute that makes a promise invalid"};
constexpr FuzzCheck answer_check = {"FUZ-ANSWER", "answers whatever the texts are"};

/// What one promise showed; no id: nothing.
struct Fault {
    std::string id = {};
    Judgement judgement = Judgement::violation;
    std::string text = {};
    std::vector<std::string> said = {};
};

bool mentions(const Answer& answer, const std::string& name) {
    for (const wire::LogLine& line : answer.log) {
        if (line.text.find(name) != std::string::npos) return true;
    }
    return false;
}

/// A value as YAML that is read back as it is: JSON is YAML.
std::string yaml_of(const Data& value) {
    std::string json = json_text(value);
    if (value.kind() == Data::Kind::string) return json;
    bool is_texts = value.kind() == Data::Kind::array;
    for (const Data& item : value.items())
        is_texts = is_texts && item.kind() == Data::Kind::string;
    return is_texts ? json : "!json " + json_text(Data::string(json));
}

std::string
case_of(const SentPromise& promise, const std::string& expected, const std::string& log) {
    std::string yaml =
        "cases:\n  - name: found by fuzzing\n    type: " + json_text(Data::string(promise.type)) +
        "\n    promiser: " + json_text(Data::string(promise.promiser)) + "\n";
    if (!promise.attributes.empty()) yaml += "    attributes:\n";
    for (const auto& [name, value] : promise.attributes)
        yaml += "      " + json_text(Data::string(name)) + ": " + yaml_of(value) + "\n";
    yaml += "    expect: " + expected + "\n";
    if (!log.empty()) yaml += "    log: [" + json_text(Data::string(log)) + "]\n";
    return yaml;
}

/// One module, asked until time is over.
class Fuzzing {
public:
    Fuzzing(const Subject& subject, const FuzzSettings& settings)
        : subject_(subject),
          settings_(settings),
          dice_(settings.seed) {
        result_.report.kind = "fuzz";
        result_.report.subject = subject.name;
    }

    FuzzResult run() {
        const Description description = learn();
        const auto end = Conversation::Clock::now() + settings_.time;
        while (Conversation::Clock::now() < end) {
            for (const PromiseTypeDescription& type : description.promise_types)
                try_one(type);
        }
        add_entries();
        return std::move(result_);
    }

private:
    Description learn() {
        connect();
        if (!dialogue_->is_open()) {
            throw client::ModuleError(
                client::ModuleError::Cause::not_started,
                "'" + subject_.name + "' sent no header; see vow module conform"
            );
        }
        if (dialogue_->offers("describe")) {
            auto read = description_from(dialogue_->describe());
            if (auto* description = std::get_if<Description>(&read)) {
                is_described_ = !description->promise_types.empty();
                if (is_described_) return std::move(*description);
            }
        }
        // Without a description only texts of all sorts are left to be tried.
        Description made_up;
        made_up.promise_types.push_back({.name = dialogue_->greeting().header->name});
        return made_up;
    }

    void connect() {
        dialogue_ = std::make_unique<Dialogue>(subject_, settings_.limit);
        dialogue_->conversation().forget();
        dialogue_->greet();
    }

    /// How a promise is made, judged, and made smaller.
    struct Trial {
        SentPromise promise;
        std::function<Fault(const Answer&)> judge;
        std::function<bool(const SentPromise&)> may_be; ///< smaller ones must still be of the kind
        std::string expected;                           ///< of the repro
        std::string attribute = {};                     ///< which is wrong in it
    };

    void try_one(const PromiseTypeDescription& type) {
        Generator generator(type, dice_);
        if (!is_described_ || dice_.one_in(3)) {
            return run(
                {.promise = generator.wild_promise(),
                 .judge = of_any,
                 .may_be = [](const SentPromise&) { return true; },
                 .expected = "invalid"}
            );
        }
        if (dice_.one_in(2)) {
            const auto promise = generator.valid_promise();
            if (!promise) return;
            return run(
                {.promise = *promise,
                 .judge = [&](const Answer& answer) { return of_valid(answer, type); },
                 .may_be = [&](const SentPromise& smaller
                           ) { return generator.faults_of(smaller).empty(); },
                 .expected = "valid"}
            );
        }
        const auto miss = generator.near_miss();
        if (!miss) return;
        const std::string fault = text_of(generator.faults_of(miss->promise).front());
        run(
            {.promise = miss->promise,
             .judge = [&](const Answer& answer) { return of_near_miss(answer, *miss); },
             .may_be =
                 [&](const SentPromise& smaller) {
                     const auto faults = generator.faults_of(smaller);
                     return faults.size() == 1 && text_of(faults.front()) == fault;
                 },
             .expected = "invalid",
             .attribute = miss->attribute}
        );
    }

    static Fault of_any(const Answer& answer) {
        if (answer.result()) return {};
        return {
            answer_check.id,
            Judgement::violation,
            "it did not answer with a result",
            excerpt(answer)};
    }

    static Fault of_valid(const Answer& answer, const PromiseTypeDescription& type) {
        if (Fault fault = of_any(answer); !fault.id.empty()) return fault;
        if (answer.result() == Result::valid) return {};
        // What an attribute means to another one cannot be described.
        bool is_explained = false;
        for (const AttributeDescription& attribute : type.attributes)
            is_explained = is_explained || mentions(answer, attribute.name);
        return {
            valid_check.id,
            is_explained ? Judgement::warning : Judgement::violation,
            is_explained ? "its description allows what it finds invalid, and says why"
                         : "its description allows what it finds invalid",
            excerpt(answer)};
    }

    static Fault of_near_miss(const Answer& answer, const NearMiss& miss) {
        if (Fault fault = of_any(answer); !fault.id.empty()) return fault;
        if (answer.result() == Result::valid) {
            return {
                invalid_check.id,
                Judgement::violation,
                "it is valid though '" + miss.attribute + "' " + miss.fault,
                excerpt(answer)};
        }
        if (mentions(answer, miss.attribute)) return {};
        return {
            names_check.id,
            Judgement::violation,
            "no log line names '" + miss.attribute + "', which " + miss.fault,
            excerpt(answer)};
    }

    void run(const Trial& trial) {
        if (obstacle_to(dialogue_->variant(), trial.promise)) return;
        ++result_.promises;
        const Fault fault = trial.judge(ask(trial.promise));
        if (fault.id.empty()) return;
        Fault& known = faults_[fault.id];
        const bool is_graver = known.id.empty() || (known.judgement == Judgement::warning &&
                                                    fault.judgement == Judgement::violation);
        if (!is_graver) return;
        const SentPromise small = shrunk(trial, fault);
        known = trial.judge(ask(small));
        if (known.id != fault.id) known = fault; // it does not come up every time
        if (known.judgement != Judgement::violation) return;
        const std::string log = fault.id == names_check.id ? trial.attribute : "";
        result_.repros.push_back({fault.id, case_of(small, trial.expected, log)});
    }

    Answer ask(const SentPromise& promise) {
        if (!dialogue_ || !dialogue_->is_open()) connect();
        if (!dialogue_->is_open()) return {};
        const Answer answer =
            dialogue_->ask(wire::Operation::validate_promise, folder_.filled_in(promise));
        if (!answer.reply) dialogue_.reset();
        if (!dialogue_) connect();
        return answer;
    }

    /// Leaves out attributes, those of bodies too, then halves texts, as long as the same comes of
    /// it.
    SentPromise shrunk(const Trial& trial, const Fault& fault) {
        SentPromise promise = trial.promise;
        const auto still_fails = [&](const SentPromise& smaller) {
            if (!trial.may_be(smaller)) return false;
            const Fault now = trial.judge(ask(smaller));
            return now.id == fault.id && now.judgement == fault.judgement;
        };
        const auto is_small_enough = [&](Members smaller) {
            SentPromise with = promise;
            with.attributes = std::move(smaller);
            return still_fails(with);
        };
        promise.attributes = with_fewer(promise.attributes, is_small_enough);
        for (std::size_t i = 0; i < promise.attributes.size(); ++i) {
            if (promise.attributes[i].second.kind() != Data::Kind::object) continue;
            const auto is_small_enough_in_it = [&](Members smaller) {
                Members whole = promise.attributes;
                whole[i].second = Data::object(std::move(smaller));
                return is_small_enough(std::move(whole));
            };
            promise.attributes[i].second = Data::object(
                with_fewer(promise.attributes[i].second.members(), is_small_enough_in_it)
            );
        }
        for (auto& [name, value] : promise.attributes) {
            if (name == trial.attribute) continue;
            while (value.kind() == Data::Kind::string && value.text().size() > 1) {
                const Data before = value;
                value = Data::string(std::string(value.text().substr(0, value.text().size() / 2)));
                if (still_fails(promise)) continue;
                value = before;
                break;
            }
        }
        return promise;
    }

    static Members
    with_fewer(Members members, const std::function<bool(Members)>& is_small_enough) {
        for (std::size_t i = members.size(); i > 0; --i) {
            Members smaller = members;
            smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(i - 1));
            if (is_small_enough(smaller)) members = std::move(smaller);
        }
        return members;
    }

    void add_entries() {
        for (const FuzzCheck& check : {valid_check, invalid_check, names_check, answer_check}) {
            Finding finding;
            if (const auto found = faults_.find(check.id); found != faults_.end()) {
                finding = {found->second.judgement, found->second.text, found->second.said};
            } else if (!is_described_ && check.id != answer_check.id) {
                finding = Finding::not_offered("it does not describe itself");
            }
            result_.report.entries.push_back(
                {check.id, check.title, "docs/harness.md, fuzz", std::move(finding)}
            );
        }
    }

    const Subject& subject_;
    const FuzzSettings& settings_;
    Dice dice_;
    ScratchFolder folder_;
    std::unique_ptr<Dialogue> dialogue_;
    bool is_described_ = false;
    std::map<std::string, Fault> faults_;
    FuzzResult result_;
};

} // namespace

FuzzResult fuzz(const Subject& subject, const FuzzSettings& settings) {
    return Fuzzing(subject, settings).run();
}

} // namespace vow::harness
