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

namespace {

template <class Value>
Answer<Value> answer_in(const std::map<std::string, Value>& known, const std::string& key) {
    const auto found = known.find(key);
    if (found == known.end()) return {.why_not = "Connection refused"};
    return {.value = found->second};
}

} // namespace

Answer<std::string> FakeNetwork::address_of(const std::string& host) {
    return answer_in(addresses, host);
}

Answer<std::string> FakeNetwork::name_of(const std::string& address) {
    for (const auto& [name, known] : addresses) {
        if (known == address) return {.value = name};
    }
    return {.why_not = "Name or service not known"};
}

Answer<std::string> FakeNetwork::exchange(const TcpExchange& exchange) {
    auto reply = answer_in(replies, exchange.host + " " + exchange.port);
    if (reply) reply.value->resize(std::min(reply.value->size(), exchange.max_bytes));
    return reply;
}

Answer<WebReply> FakeNetwork::get(const WebRequest& request) {
    requests.push_back(request);
    return answer_in(pages, request.url);
}

} // namespace vow::test
