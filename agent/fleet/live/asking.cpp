#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/live/operator_bus.h"
#include "agent/fleet/live/terminal.h"
#include "agent/fleet/nats_jwt.h"
#include "agent/fleet/question.h"
#include "policy/run/usage_error.h"
#include "policy/source/diagnostic.h"

#include <algorithm>
#include <map>

namespace vow::agent {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds usual_limit(60);

/// The words of the command line: hosts, a verb, and what is explained.
struct Question {
    std::vector<std::string> hosts;
    Ask ask;
};

Question question_from(std::vector<std::string> words) {
    Question question{.ask = {.id = random_name()}};
    const bool is_explain = words.size() >= 2 && words[words.size() - 2] == "explain";
    if (is_explain) {
        question.ask.what = words.back();
        words.pop_back();
    }
    const auto verb = verb_from(words.back());
    if (!verb || (*verb == Ask::Verb::explain) != is_explain) {
        const std::string hint =
            did_you_mean(words.back(), {"status", "facts", "plan", "run", "pull", "explain"});
        throw UsageError(
            "'" + words.back() +
            "' is not a question: end with status, facts, plan, run, pull, or explain and a name" +
            (hint.empty() || verb ? "" : "; " + hint)
        );
    }
    question.ask.verb = *verb;
    words.pop_back();
    question.hosts = std::move(words);
    try {
        ask_from(text_of(question.ask));
    } catch (const BadMessage& fault) {
        throw UsageError(fault.what());
    }
    return question;
}

std::vector<FleetHost>
asked_hosts(OperatorBus& fleet, const Question& question, const std::string& where) {
    if (question.hosts.empty() == where.empty())
        throw UsageError("name hosts, or choose them by --where");
    const auto all = fleet.hosts();
    std::vector<FleetHost> asked;
    for (const std::string& name : question.hosts)
        asked.push_back(OperatorBus::host_named(all, name));
    const HostExpression expression(where);
    for (const FleetHost& host : all) {
        const bool is_wanted = !where.empty() && expression.matches(host, fleet_now());
        if (is_wanted && host.is_active()) asked.push_back(host);
    }
    return asked;
}

/// Sends the question to all of them at once, and prints answers as they come.
class Asking {
public:
    Asking(OperatorBus& fleet, const Question& question, const FleetOptions& given)
        : fleet_(fleet),
          question_(question),
          given_(given),
          inbox_(inbox_of(fleet.user()) + ".ask." + question.ask.id) {}

    int run(const std::vector<FleetHost>& hosts) {
        fleet_.bus().subscribe(inbox_ + ".*", [this](BusMessage message) {
            mailbox_.put({.message = std::move(message)});
        });
        for (const FleetHost& host : hosts) {
            pending_.emplace(host.id, host.record.name);
            fleet_.bus().publish(
                {.subject = "vow.host." + host.id + ".ask",
                 .reply = inbox_ + "." + host.id,
                 .data = text_of(question_.ask)}
            );
        }
        const auto until = std::chrono::steady_clock::now() + given_.limit.value_or(usual_limit);
        while (!pending_.empty() && std::chrono::steady_clock::now() < until) {
            while (const auto letter = mailbox_.take())
                receive(letter->message);
            if (!pending_.empty()) wait_for({mailbox_.descriptor()}, milliseconds(1000));
        }
        for (const auto& [host, name] : pending_)
            show(name, {.host = host, .error = "no answer in time"});
        if (given_.is_json) print_document(Data::array(std::move(items_)));
        return number_of(has_failed_ ? ExitStatus::not_kept : ExitStatus::success);
    }

private:
    void receive(const BusMessage& message) {
        const std::string host = message.subject.substr(message.subject.rfind('.') + 1);
        const auto asked = pending_.find(host);
        if (asked == pending_.end()) return;
        AskAnswer answer{.host = host, .error = "it is connected to no server"};
        // The server answers for a host that is not there, without a text.
        if (!message.data.empty()) {
            try {
                answer = ask_answer_from(message.data);
            } catch (const BadMessage& fault) {
                answer.error = fault.what();
            }
            if (answer.host != host || (answer.error.empty() && answer.id != question_.ask.id))
                return;
        }
        show(asked->second, answer);
        pending_.erase(asked);
    }

    void show(const std::string& name, const AskAnswer& answer) {
        has_failed_ = has_failed_ || answer.exit_status != 0 || !answer.error.empty();
        if (given_.is_json) {
            items_.push_back(Data::object(
                {{"name", Data::string(name)},
                 {"host", Data::string(answer.host)},
                 {"exit_status", Data::integer(answer.exit_status)},
                 {"output", Data::string(answer.output)},
                 {"error", Data::string(answer.error)}}
            ));
            return;
        }
        if (!answer.error.empty()) return print_line(name + ": " + answer.error);
        print_line(name + ": exit status " + std::to_string(answer.exit_status));
        print_output(answer);
    }

    static void print_output(const AskAnswer& answer) {
        std::string_view rest = answer.output;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            print_line("  " + std::string(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        if (answer.is_cut) print_line("  (the rest is cut)");
    }

    OperatorBus& fleet_;
    const Question& question_;
    const FleetOptions& given_;
    std::string inbox_;
    Mailbox mailbox_;
    std::map<std::string, std::string> pending_; ///< names by ids
    Data::Array items_;
    bool has_failed_ = false;
};

} // namespace

int ask_hosts(const Options& options) {
    const Question question = question_from(options.fleet.hosts);
    OperatorBus fleet(options.fleet);
    const auto hosts = asked_hosts(fleet, question, options.fleet.where);
    if (hosts.empty()) throw UsageError("--where matches no host");
    const bool is_action =
        question.ask.verb == Ask::Verb::run || question.ask.verb == Ask::Verb::pull;
    if (is_action)
        fleet.log(std::string(name_of(question.ask.verb)), std::to_string(hosts.size()) + " hosts");
    return Asking(fleet, question, options.fleet).run(hosts);
}

} // namespace vow::agent
