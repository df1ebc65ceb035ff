#include "agent/report/observers.h"

#include "agent/report/output_file.h"
#include "policy/run/budget.h"

namespace vow::agent {

void Observers::add(Observer& observer) {
    all_.push_back(&observer);
    wants_details_ = wants_details_ || observer.wants_details();
    wants_scopes_ = wants_scopes_ || observer.wants_scopes();
    wants_skipped_ = wants_skipped_ || observer.wants_skipped();
}

void Observers::receive(const Event& event) {
    const Budget::Relief relief; // observers keep no values of the policy
    if (const auto* chosen = std::get_if<LogLevelChosen>(&event)) level_ = chosen->level;
    if (const auto* learned = std::get_if<SecretLearned>(&event))
        return secrets_.add(learned->value);
    if (secrets_.empty()) return pass_on(event);
    send_masked(event, secrets_, [this](const Event& masked) { pass_on(masked); });
}

void Observers::pass_on(const Event& event) {
    for (Observer* observer : all_)
        observer->receive(event);
}

EventFile::EventFile(const std::string& path, LogLevel level)
    : path_(path),
      file_(open_output_file("--json", path)),
      output_(file_.number(), buffering_for(file_.number())),
      events_(output_, level) {}

int EventFile::finished(int status, const Data& details) {
    events_.run_ended(status, details);
    return output_.finished(status, path_ == "-" ? "standard output" : "'" + path_ + "'");
}

} // namespace vow::agent
