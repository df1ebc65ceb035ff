#include "protocol/harness/conformance/sample_run.h"

#include "protocol/harness/answer_finding.h"
#include "protocol/harness/scratch_folder.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <filesystem>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;
using wire::Operation;
using wire::Result;

constexpr auto max_run_time = std::chrono::seconds(10);

std::string text_of_result(const Answer& answer, const std::string& folder) {
    if (!answer.is_whole()) return "not answered";
    const auto result = answer.result();
    if (!result) return "answered without a result";
    std::string text(text_of(*result));
    if (answer.reply->result_classes.empty()) return text;
    return text + ", with the classes " +
           without_folder(joined(answer.reply->result_classes, ", "), folder);
}

Answer keep(Dialogue& dialogue, const SentPromise& promise) {
    Answer answer = dialogue.send_request(Operation::validate_promise, promise);
    if (answer.result() != Result::valid) return answer;
    return dialogue.send_request(Operation::evaluate_promise, promise);
}

} // namespace

SampleRun run_samples(
    Dialogue& dialogue, const std::vector<SentPromise>& samples, const SampleFolder& folder
) {
    SampleRun run;
    if (!dialogue.is_open()) return run;
    if (!folder.own.empty()) fs::create_directories(folder.own);
    const auto deadline = Conversation::Clock::now() + max_run_time;
    for (const SentPromise& sample : samples) {
        if (!dialogue.is_open() || Conversation::Clock::now() > deadline) break;
        if (obstacle_to(dialogue.variant(), sample)) continue;
        const Answer answer = keep(dialogue, relocated(sample, folder.given, folder.own));
        run.results.push_back(
            {without_folder(sample.promiser, folder.given),
             text_of_result(answer, folder.own),
             cause_and_excerpt(answer)}
        );
    }
    if (folder.own.empty()) return run;
    run.files = FolderState(folder.own);
    fs::remove_all(folder.own);
    return run;
}

SampleRun common_part(const SampleRun& one, const SampleRun& two) {
    SampleRun common = one;
    common.results.resize(std::min(one.results.size(), two.results.size()));
    for (std::size_t i = 0; i < common.results.size(); ++i) {
        if (one.results[i].text != two.results[i].text) common.results[i].text.clear();
    }
    common.files = one.files.common_with(two.files);
    return common;
}

std::vector<std::string> differences(const SampleRun& run, const SampleRun& usual) {
    std::vector<std::string> lines;
    const std::size_t both = std::min(run.results.size(), usual.results.size());
    const SampleRun::Result* first = nullptr;
    for (std::size_t i = 0; i < both; ++i) {
        const SampleRun::Result& now = run.results[i];
        if (usual.results[i].text.empty() || usual.results[i].text == now.text) continue;
        lines.push_back(
            "the promise " + now.promiser + " is " + now.text + ", but otherwise " +
            usual.results[i].text
        );
        if (first == nullptr) first = &now;
    }
    if (run.results.size() == usual.results.size()) {
        const std::vector<std::string> files = run.files.differences_from(usual.files);
        lines.insert(lines.end(), files.begin(), files.end());
    }
    if (first != nullptr) lines.insert(lines.end(), first->shown.begin(), first->shown.end());
    return lines;
}

} // namespace vow::harness
