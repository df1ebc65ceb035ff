// A test program for a promise module: the module has half a second for each answer, must conform
// to the protocol, and must pass a file of cases. Prints the violations.
//
//     check_module MODULE CASES.yaml

#include "protocol/client/module_error.h"
#include "protocol/harness/cases/case_test.h"
#include "protocol/harness/conformance/conform.h"
#include "protocol/harness/dialogue.h"

#include <chrono>
#include <csignal>
#include <iostream>

using namespace vow::harness;
using namespace std::chrono_literals;

int main(int count, char** arguments) {
    if (count != 3) return 2;
    std::signal(SIGPIPE, SIG_IGN); // the module may exit during a write
    try {
        const Subject subject = subject_at(arguments[1], "");
        const std::vector<Case> cases = read_cases(arguments[2]);

        // A free conversation, request by request.
        Dialogue dialogue(subject, 10s);
        dialogue.greet();
        const SentPromise& promise = cases.front().promise;
        const Answer answer =
            dialogue.send_request(vow::wire::Operation::validate_promise, promise);
        const bool is_quick = answer.is_whole() && answer.duration < 500ms;
        std::cout << promise.type << " is " << (is_quick ? "quick" : "slow") << '\n';
        dialogue.terminate();

        // The same checks as vow module conform and vow module test.
        const Report protocol = conform(subject, {.requests = 1000});
        const Report behaviour = test_cases(subject, cases, {});
        for (const Report* report : {&protocol, &behaviour}) {
            for (const Report::Entry& entry : report->entries) {
                if (entry.finding.judgement == Judgement::violation)
                    std::cout << entry.id << ": " << entry.finding.text << '\n';
            }
        }
        return is_quick && !protocol.has_violations() && !behaviour.has_violations() ? 0 : 1;
    } catch (const vow::client::ModuleError& error) {
        std::cerr << "it does not start: " << error.what() << '\n';
    } catch (const CaseFileError& error) {
        std::cerr << error.what() << '\n';
    }
    return 2;
}
