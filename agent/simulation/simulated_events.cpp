#include "agent/simulation/simulated_events.h"

#include <algorithm>
#include <iterator>

namespace vow::agent {

namespace {

bool is_repaired(const Verdicts& verdicts) {
    return verdicts.worst() == Verdict::repaired;
}

bool is_kept(const Verdicts& verdicts) {
    return verdicts.worst() <= Verdict::repaired;
}

/// A promise to create the folder "/x/." is about "/x".
std::string path_of(const Promise& promise) {
    constexpr std::string_view folder_mark = "/.";
    std::string path = promise.promiser;
    const bool is_marked = path.size() > folder_mark.size() && path.ends_with(folder_mark);
    if (is_marked && promise.attributes.find("create") != nullptr)
        path.resize(path.size() - folder_mark.size());
    return path;
}

} // namespace

void SimulatedFiles::receive(const Event& event) {
    const auto* done = std::get_if<PromiseDone>(&event);
    if (done != nullptr && done->promise.type->name == "files") note(*done);
}

void SimulatedFiles::note(const PromiseDone& done) {
    const Promise& promise = done.promise;
    const Outcome& outcome = done.outcome;
    if (promise.attributes.find("rename") != nullptr) {
        for (const Change& change : outcome.changes) {
            if (change.field.empty() && !change.after.empty())
                renamings_.push_back({change.path, change.after});
        }
        return;
    }
    const bool is_copy = promise.attributes.find("copy_from") != nullptr;
    for (const PartOutcome& part : outcome.parts) {
        if (!is_copy) note(part.promiser, part.verdicts); // a copy is shown as one folder
    }
    note(path_of(promise), outcome.verdicts);
}

void SimulatedFiles::note(const std::string& path, const Verdicts& verdicts) {
    if (is_kept(verdicts) && kept_paths_.insert(path).second) kept_.push_back(path);
    if (is_repaired(verdicts) && changed_paths_.insert(path).second) changed_.push_back(path);
}

std::vector<std::string> SimulatedFiles::unchanged() const {
    std::vector<std::string> others;
    std::ranges::copy_if(kept_, std::back_inserter(others), [this](const std::string& path) {
        return !changed_paths_.contains(path);
    });
    return others;
}

} // namespace vow::agent
