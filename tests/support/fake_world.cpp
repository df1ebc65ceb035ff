#include "tests/support/fake_world.h"

#include <algorithm>

namespace vow::test {

DescriptionResult FakeDescriptions::describe(const PromiseType& type) {
    const auto found = known.find(type.name);
    if (found == known.end()) return MissingDescription{};
    return found->second;
}

bool FakeFacts::is_class(std::string_view name) {
    return std::ranges::find(classes, name) != classes.end();
}

const Fact* FakeFacts::find(std::string_view name) {
    const auto fact = facts.find(name);
    return fact != facts.end() ? &fact->second : nullptr;
}

std::vector<std::string> FakeFacts::all_names() {
    std::vector<std::string> names;
    for (const auto& [name, fact] : facts)
        names.push_back(name);
    return names;
}

void CollectingObserver::receive(const Event& event) {
    if (const auto* line = std::get_if<LogLine>(&event)) {
        lines.push_back(std::string(text_of(line->level)).append(": ").append(line->text));
        if (!line->excerpt.empty()) lines.back().append("\n").append(line->excerpt);
        transcript.push_back(lines.back());
    } else if (const auto* report = std::get_if<Report>(&event)) {
        reports.emplace_back(report->text);
        transcript.push_back("R: " + reports.back());
    } else if (const auto* done = std::get_if<PromiseDone>(&event)) {
        transcript.push_back(
            done->promise.type->name + " " + done->promise.promiser + ": " +
            std::string(text_of(done->outcome.result()))
        );
    } else if (const auto* skipped = std::get_if<PromiseSkipped>(&event)) {
        std::string text(skipped->type);
        text.append(" ").append(skipped->promiser).append(": skipped, ");
        transcript.push_back(text.append(text_of(skipped->reason)));
    }
}

} // namespace vow::test
