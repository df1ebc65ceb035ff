#include "protocol/harness/cases/company.h"

#include "protocol/text/text.h"

#include <algorithm>
#include <memory>

namespace vow::harness {
namespace {

using Cases = std::vector<LoneCase>;

/// A folder whose name has letters that shells and careless programs stumble over.
constexpr const char* odd_name = "odd name's \"$HOME\"; \xc3\xa9";

/// The difference from running a case alone.
struct Circumstance {
    std::string id;
    std::string demand;
    std::string words; ///< that follow a result: "after the others"
    enum class Attributes { as_written, reversed } attributes = Attributes::as_written;
    std::string folder_name = {};
};

std::string classes_text(const CaseResult& result) {
    return result.classes.empty() ? "no classes" : "the classes " + joined(result.classes, ", ");
}

/// The difference between two results of a case; empty if they agree.
std::string difference_between(
    const CaseResult& now,
    const CaseResult& alone,
    const std::string& files,
    const std::string& words
) {
    if (now.result != alone.result)
        return "it is " + now.result + " " + words + ", but otherwise " + alone.result;
    if (now.classes != alone.classes) {
        return "it gives " + classes_text(now) + " " + words + ", but otherwise " +
               classes_text(alone);
    }
    return files.empty() ? "" : words + ", " + files;
}

/// Runs all cases in one process, each in a folder of its own. A process that does not answer is
/// replaced.
class Company {
public:
    Company(const Subject& subject, Conversation::Milliseconds limit)
        : subject_(subject),
          limit_(limit) {}

    Finding run(const Cases& cases, const Circumstance& circumstance) {
        Finding finding;
        for (const LoneCase& lone : cases) {
            if (subject_.late_answers.are_enough()) break;
            const std::string difference = run_case(lone, circumstance);
            if (difference.empty()) continue;
            finding.judgement = Judgement::violation;
            finding.text = "some results are different " + circumstance.words;
            finding.details.push_back(lone.source->place() + ": " + lone.source->name);
            finding.details.push_back("  " + difference);
        }
        if (dialogue_ && dialogue_->is_open()) dialogue_->terminate();
        return finding;
    }

private:
    std::string run_case(const LoneCase& lone, const Circumstance& circumstance) {
        if (!dialogue_ || !dialogue_->is_open()) {
            dialogue_ = std::make_unique<Dialogue>(subject_, limit_);
            dialogue_->greet();
        }
        Case changed = *lone.source;
        auto& attributes = changed.promise.attributes;
        if (circumstance.attributes == Circumstance::Attributes::reversed)
            std::reverse(attributes.begin(), attributes.end());
        const Stage stage(changed, limit_, circumstance.folder_name);
        const CaseResult now = stage.generalized(run_for_real(*dialogue_, stage.ready()));
        const std::string files =
            lone.is_as_expected ? difference_in_files(stage.ready().after) : "";
        return difference_between(now, lone.result, files, circumstance.words);
    }

    const Subject& subject_;
    Conversation::Milliseconds limit_;
    std::unique_ptr<Dialogue> dialogue_;
};

/// Shell commands may have the name of the folder without quotes, promisers that are commands too.
bool may_have_odd_folder(const LoneCase& lone) {
    const Case& source = *lone.source;
    const bool has_commands = !source.setup.empty() || !source.teardown.empty();
    const bool has_folder = source.promise.promiser.starts_with("{{tmp}}");
    return has_folder && !has_commands && source.skipped.count(CaseCheck::paths) == 0;
}

} // namespace

CaseResult run_for_real(Dialogue& dialogue, const Case& ready) {
    if (ready.is_only_validated()) return validate_promise(dialogue, ready.promise);
    return run_promise(dialogue, ready.promise, ChangesAllowed::yes);
}

void check_company(
    const Subject& subject,
    const std::vector<LoneCase>& cases,
    Conversation::Milliseconds limit,
    Findings& findings
) {
    Cases together = cases;
    std::erase_if(together, [](const LoneCase& lone) {
        return lone.source->skipped.count(CaseCheck::order) > 0;
    });
    Cases reversed(together.rbegin(), together.rend());
    if (together.size() < 2) together.clear();
    if (reversed.size() < 2) reversed.clear();
    Cases several = cases;
    std::erase_if(several, [](const LoneCase& lone) {
        return lone.source->promise.attributes.size() < 2;
    });
    Cases odd = cases;
    std::erase_if(odd, [](const LoneCase& lone) { return !may_have_odd_folder(lone); });
    const std::pair<const Cases&, Circumstance> runs[] = {
        {together,
         {.id = "TST-LEAK",
          .demand = "promises in one process do not influence each other",
          .words = "after the others"}},
        {reversed,
         {.id = "TST-ORDER",
          .demand = "the order of promises does not matter",
          .words = "in reverse order"}},
        {several,
         {.id = "TST-ATTRIBUTES",
          .demand = "the order of attributes does not matter",
          .words = "with its attributes in reverse order",
          .attributes = Circumstance::Attributes::reversed}},
        {odd,
         {.id = "TST-PATHS",
          .demand = "blanks, quotes, dollar signs and other letters in paths do not matter",
          .words = "in the folder " + std::string(odd_name),
          .folder_name = odd_name}},
    };
    for (const auto& [some, circumstance] : runs) {
        if (some.empty()) continue;
        const Finding finding = Company(subject, limit).run(some, circumstance);
        findings.add(circumstance.id, circumstance.demand, finding);
        // The cause would show in the other runs, too.
        if (finding.judgement != Judgement::pass) return;
    }
}

} // namespace vow::harness
